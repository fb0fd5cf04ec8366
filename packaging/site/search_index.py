"""The index of the search: a script, since a page from file:// may not read data.

A row is [name, kind, page, anchor, text, aliases]; kind and page are indexes of the lists before,
the anchor is 0 if it is the name.
Names of the reference come with one line of text, sections of the guides with all their text.
"""

import json

from reference.page import address

LONGEST = 6000  # letters of a section


def row(kinds, places, name, kind, uri, anchor, text, aliases=()):
    kinds.setdefault(kind, len(kinds))
    places.setdefault(address(uri), len(places))
    aliases = [alias for alias in aliases if alias != name]
    return [name, kinds[kind], places[address(uri)], 0 if anchor == name else anchor, text,
            *([aliases] if aliases else [])]


def write(guides, reference_pages, titles):
    kinds, places, rows = {}, {}, []
    for page in reference_pages:
        rows += [row(kinds, places, entry.name, entry.kind, page.uri, entry.anchor, entry.text,
                     entry.aliases) for entry in page.entries]
    for guide in guides:
        title = titles.get(guide.uri, guide.title)
        for i, section in enumerate(guide.sections):
            name = title if not i else f"{title}: {section.title}"
            rows.append(row(kinds, places, name, "page" if not i else "section", guide.uri,
                            section.anchor, section.text[:LONGEST]))
    index = {"kinds": list(kinds), "places": list(places), "rows": rows}
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    return f"ctorchSearch.load({text});\n"
