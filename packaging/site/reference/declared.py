"""Pages of the handwritten headers: functions, macros, structs, enumerations, callbacks."""

from reference import markup
from reference.markup import code, esc
from reference.page import Entry, Heading, Links, Page

FOLDER = "reference/c/"
ORDER = ("Types", "Functions", "Callbacks", "Macros", "Constants")


def header_uri(header):
    return FOLDER + header.removeprefix("ctorch/").removesuffix(".h") + ".md"


def name_of(one):
    return one.get("symbol") or one["name"]


def items(api):
    """{header: [(section, kind, name, what the JSON has)]} of all that is public."""
    found = {}

    def add(header, *item):
        found.setdefault(header, []).append(item)
    for name in sorted({*api.data["structs"], *api.data["enums"], *api.data["handles"],
                        *api.data["types"]}):
        if name in api.headers and not name.startswith("ct_write_"):
            add(api.headers[name], "Types", kind_of(api, name), name, {})
    for section, list_, kind in (("Functions", "runtime", "function"),
                                 ("Functions", "nn_functions", "function"),
                                 ("Callbacks", "callbacks", "callback"),
                                 ("Macros", "macros", "macro"),
                                 ("Constants", "constants", "constant")):
        for one in api.data[list_]:
            if not one.get("internal"):
                add(one["header"], section, kind, name_of(one), one)
    return dict(sorted(found.items()))


def kind_of(api, name):
    if name in api.data["structs"]:
        return "struct"
    return "enumeration" if name in api.data["enums"] else "type"


def addresses(api):
    return {name: (header_uri(header), name)
            for header, list_ in items(api).items() for _, _, name, _ in list_}


def pages(api, known):
    by_header = items(api)
    done = [page_of(api, header, list_, known) for header, list_ in by_header.items()]
    return [index_page(by_header), *done]


def page_of(api, header, list_, known):
    page = Page(header_uri(header), f"{header.removeprefix('ctorch/')}", "")
    parts = [f"<h1>{code(f'<{header}>')}</h1>"]
    for section in ORDER:
        here = [item for item in list_ if item[0] == section]
        if not here:
            continue
        parts.append(markup.heading(2, section.lower(), section))
        page.toc.append(Heading(section.lower(), section,
                                [Heading(name, name) for _, _, name, _ in here]))
        for _, kind, name, one in here:
            parts.append(card(api, kind, name, one, Links(known, page.uri, name)))
            page.entries.append(Entry(name, kind, name, summary(api, name, one),
                                      tuple(aliases(api, name, one))))
    page.html = "\n".join(parts)
    return page


def aliases(api, name, one):
    return dict.fromkeys([*([one["python"]] if one.get("python") else []),
                          *api.python.get(name, [])])


def doc_of(api, name, one):
    of_type = api.data["type_docs"].get(name, {})
    return one.get("doc") or one.get("comment") or of_type.get("doc", "")


def summary(api, name, one):
    """The first sentence of the comment."""
    text = " ".join(doc_of(api, name, one).split("\n\n")[0].split("@")[0].split())
    return text.split(". ")[0][:160]


def card(api, kind, name, one, links):
    about, params, returns = markup.comment(doc_of(api, name, one))
    declared = {"struct": struct, "enumeration": enumeration, "type": handle,
                "macro": macro, "constant": constant}.get(kind, function)
    return "\n".join(filter(None, [
        '<section class="card">', markup.heading(3, name, code(name) + markup.badge(kind)),
        markup.block(declared(api, name, one), links),
        markup.paragraphs(about, links) if about else "",
        parameters(one, params, links) if kind in ("function", "callback") else
        fields(api, name, links),
        markup.facts(card_facts(api, name, one, returns, links)), "</section>"]))


def card_facts(api, name, one, returns, links):
    free = api.data["handles"].get(name, {}).get("free")
    return [("returns", markup.inline(returns, links) if returns else ""),
            ("schema", code(one["schema"]) if one.get("schema") else ""),
            ("freed by", markup.inline(f"`{free}()`", links) if free else ""),
            ("library", code(f"-l{one['library']}") if one.get("library") else ""),
            ("Python", ", ".join(map(code, aliases(api, name, one))))]


def function(_api, name, one):
    if "symbol" in one:
        return markup.prototype(one)
    return markup.prototype({**one, "symbol": f"(*{name})"})


def struct(api, name, _one):
    rows = [f"\t{markup.joined(f['c_type'], f['name'])};" for f in api.data["structs"][name]]
    return "\n".join([f"typedef struct {name} {{", *rows, f"}} {name};"]).replace("\t", "    ")


def enumeration(api, name, _one):
    rows = [f"    {key} = {value}," for key, value in api.data["enums"][name].items()]
    return "\n".join([f"typedef int32_t {name};", f"enum {name}_value {{", *rows, "};"])


def handle(api, name, _one):
    return f"typedef {markup.joined(api.data['types'].get(name, f'struct {name}'), name)};"


def macro(_api, name, one):
    params = one["params"]
    return f"#define {name}" + (f"({', '.join(params)})" if params is not None else "")


def constant(_api, name, one):
    value = one["value"]
    return f"#define {name} " + (f'"{value}"' if isinstance(value, str) else str(value))


def ownership(param):
    """Who owns it, and whether it may be NULL, in the words of docs/conventions.md."""
    words = []
    if param.get("ownership") == "new":
        words.append(f"new: {param['free']}()" if param.get("free") else "new")
    elif param.get("ownership") in ("taken", "kept", "copied"):
        words.append(param["ownership"])
    if param.get("nullable"):
        words.append("may be NULL")
    return ", ".join(words)


def parameters(one, about, links):
    rows = []
    for p in one["params"] + one.get("results", []):
        text = "; ".join(filter(None, [about.get(p["name"]), ownership(p)]))
        if text or p.get("default") is not None:
            default = f"default {p['default']}" if p.get("default") is not None else ""
            text = "; ".join(filter(None, [text, default]))
            rows.append((code(p["name"]), markup.inline(text, links)))
    return markup.table(rows, kind="params") if rows else ""


def fields(api, name, links):
    about = api.data["type_docs"].get(name, {}).get("members", {})
    defaults = {f["name"]: f.get("default_value") for f in api.data["structs"].get(name, ())
                if not f.get("zero_is_default", True) or f.get("default_value")}
    rows = []
    for member in [f["name"] for f in api.data["structs"].get(name, ())] or list(about):
        default = f"default: {defaults[member]}" if defaults.get(member) is not None else ""
        text = "; ".join(filter(None, [" ".join(about.get(member, "").split()), default]))
        if text:
            rows.append((code(member), markup.inline(text, links)))
    return markup.table(rows, kind="params") if rows else ""


def index_page(by_header):
    page = Page(FOLDER + "README.md", "Headers", "")
    parts = ["<h1>Functions and types by header</h1>",
             "<p>All that the handwritten headers declare; <code>&lt;ctorch/ctorch.h&gt;</code> "
             "includes them.</p>"]
    rooms = {}
    for header, list_ in by_header.items():
        rooms.setdefault(header.split("/")[1], []).append((header, list_))
    for room, headers in rooms.items():
        parts.append(markup.heading(2, room, code(f"ctorch/{room}/")))
        page.toc.append(Heading(room, room))
        for header, list_ in headers:
            url = header_uri(header).removeprefix(FOLDER).removesuffix(".md") + ".html"
            parts += [f"<h3>{markup.link(url, code(header))}</h3>", '<p class="names">', " ".join(
                markup.link(f"{url}#{name}", code(name)) for _, _, name, _ in list_), "</p>"]
    page.html = "\n".join(parts)
    return page
