#!/usr/bin/env python3
"""links.py FOLDER: checks a built site without a network.

Every link inside the site leads to a file and an anchor that exist, an id is unique on its page,
and no page loads anything from another host: scripts, styles, fonts, pictures.
"""

import html.parser
import pathlib
import posixpath
import re
import sys
import urllib.parse

LOADS = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
SCRIPTS = r"\.m?js\b|//(unpkg\.com|cdn|cdnjs|[\w.]*jsdelivr|fonts|ajax)\b"
HARMLESS = {"canonical", "prev", "next"}  # of <link>: nothing is loaded


class Reader(html.parser.HTMLParser):
    """The ids, links and loaded files of a page."""

    def __init__(self):
        super().__init__()
        self.ids, self.twice, self.links, self.loads = set(), [], [], []

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        anchor = attrs.get("id")
        if anchor:
            if anchor in self.ids:
                self.twice.append(anchor)
            self.ids.add(anchor)
        if tag == "a" and attrs.get("href"):
            self.links.append(attrs["href"])
        loaded = attrs.get(LOADS.get(tag, ""))
        if loaded and not HARMLESS & set((attrs.get("rel") or "").split()):
            self.loads.append(loaded)


def read(folder):
    pages = {}
    for path in sorted(folder.rglob("*.html")):
        reader = Reader()
        reader.feed(path.read_text(encoding="utf-8"))
        pages[path.relative_to(folder).as_posix()] = reader
    return pages


def is_elsewhere(url):
    return bool(re.match(r"(?:[a-z]+:)?//|[a-z]+:", url, re.I)) and not url.startswith("data:")


def target_of(page, url):
    """The file and the anchor that a link leads to."""
    path, _, anchor = url.partition("#")
    path = urllib.parse.unquote(path.partition("?")[0])
    if path:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    return path or page, urllib.parse.unquote(anchor)


def problems_of(folder, pages, page):
    reader = pages[page]
    for anchor in reader.twice:
        yield f"the id '{anchor}' occurs twice"
    for url in reader.loads:
        if is_elsewhere(url):
            yield f"loads from another host: {url}"
    for url in [*reader.links, *(one for one in reader.loads if not is_elsewhere(one))]:
        if is_elsewhere(url) or url.startswith("data:"):
            continue
        path, anchor = target_of(page, url)
        if page == "404.html" and url.startswith("/"):
            continue  # mkdocs makes them for a server, where alone this page is shown
        if not (folder / path).is_file():
            yield f"broken link: {url}"
        elif anchor and path in pages and anchor not in pages[path].ids:
            yield f"no such anchor: {url}"


def style_problems(folder):
    for path in sorted(folder.rglob("*.css")):
        text = path.read_text(encoding="utf-8")
        for url in re.findall(r"url\(([^)]*)\)|@import\s+([^;]*)", text):
            if is_elsewhere("".join(url).strip("'\" ")):
                yield f"{path.relative_to(folder)}: loads from another host: {''.join(url)}"


def script_problems(folder):
    """Scripts that a script would load."""
    for path in sorted(folder.rglob("*.js")):
        for url in re.findall(r"https?://[^\s\"'`)\\]+", path.read_text(encoding="utf-8")):
            if path.name != "search_index.js" and re.search(SCRIPTS, url):
                yield f"{path.relative_to(folder)}: loads from another host: {url}"


def problems(folder):
    pages = read(folder)
    found = [f"{page}: {problem}" for page in pages
             for problem in problems_of(folder, pages, page)]
    return [*found, *style_problems(folder), *script_problems(folder)], pages


def main(folder):
    found, pages = problems(folder)
    for problem in found:
        print(problem)
    links = sum(len(reader.links) for reader in pages.values())
    print(f"{len(pages)} pages, {links} links, {len(found)} problems")
    return 1 if found or not pages else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
