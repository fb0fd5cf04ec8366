"""Pages of the operators: those of one name are together, names are in alphabetic order."""

from reference import markup
from reference.markup import code, esc
from reference.page import Entry, Heading, Links, Page, shelves

MOST = 70  # operators on a page
FOLDER = "reference/operators/"


def family(function):
    """The name without what stands for a variant: "add" for add.Tensor, add_.Scalar, add.out."""
    name = function["op"].removeprefix("aten::")
    return name if name.endswith("__") else name.rstrip("_") or name


def families(functions):
    groups = {}
    for function in functions:
        groups.setdefault(family(function), []).append(function)
    return sorted(groups.items(), key=lambda group: (group[0].lstrip("_").lower(), group[0]))


def pages(api, known):
    runs = shelves(families(api.data["functions"]), MOST)
    done = [page_of(api, run, known) for run in runs]
    return [index_page(runs), *done]


def uri_of(run):
    return f"{FOLDER}{run[0][0]}.md"


def title_of(run):
    first, last = run[0][0], run[-1][0]
    return first if first == last else f"{first} – {last}"


def addresses(api):
    """{symbol: (page's URI, anchor)} of the functions and their method forms."""
    found = {}
    for run in shelves(families(api.data["functions"]), MOST):
        for _, functions in run:
            for function in functions:
                for name in (function["symbol"], function.get("method")):
                    if name:
                        found[name] = (uri_of(run), function["symbol"])
    return found


def page_of(api, run, known):
    page = Page(uri_of(run), title_of(run), "")
    parts = [f"<h1>Operators {esc(page.title)}</h1>"]
    for name, functions in run:
        parts.append(markup.heading(2, name, code(name)))
        parts += [card(api, f, Links(known, page.uri, f["symbol"])) for f in functions]
        page.toc.append(Heading(name, name))
        page.entries += [entry(f) for f in functions]
    page.html = "\n".join(parts)
    return page


def schema_name(function):
    return function["schema"].split("(")[0]


def entry(function):
    aliases = [schema_name(function), function.get("method"), function.get("python")]
    return Entry(function["symbol"], "operator", function["symbol"], function["schema"],
                 tuple(alias for alias in aliases if alias))


def card(api, function, links):
    shown = api.shown[schema_name(function)]
    kinds = [function["kind"]] + [tag for tag in function["tags"] if tag == "core"]
    head = code(schema_name(function)) + "".join(markup.badge(k, k) for k in kinds)
    about, _, _ = markup.comment(function.get("doc"))
    return "\n".join(filter(None, [
        '<section class="card">', markup.heading(3, function["symbol"], head),
        markup.paragraphs(about, links) if about else "",
        markup.block(prototypes(function)),
        markup.facts(card_facts(api, function, shown)), "</section>"]))


def prototypes(function):
    forms = [function["symbol"], *([function["method"]] if function.get("method") else [])]
    return "\n".join(markup.prototype(function, form) for form in forms)


def card_facts(api, function, shown):
    return [
        ("schema", code(function["schema"])),
        ("call", code(shown["call"])),
        ("optional", optional(function, shown.get("defaults", ""))),
        ("numbers", lines(shown.get("numbers"))),
        ("kernels", esc(shown["kernels"] or "none in the list").replace("-&gt;", "→")),
        ("since", esc(shown.get("since", ""))),
        ("header", code(f"<{function['header']}>")),
        ("tested", how_tested(api.tested.get(function["symbol"]))),
        ("Python", python(function)),
    ]


def optional(function, defaults):
    """The arguments that have a default, as CT() takes them."""
    values = dict(line.split(": ", 1) for line in defaults.split("\n") if line)
    return ", ".join(code(f".{p['name']} = {values.get(p['name'], p['default'])}")
                     for p in arguments(function) if p["default"] is not None)


def lines(text):
    return ", ".join(code(line) for line in text.split("\n")) if text else ""


def python(function):
    if not function.get("page"):
        return ""
    return markup.link(function["page"], code(function["python"]))


def how_tested(result):
    if not result:
        return ""
    compared = result["compared"]
    gradients = " and gradients" if result.get("gradient") else ""
    return esc(f"{compared}{gradients} compared with libtorch's C++, {result['calls']} calls")


def arguments(function):
    return [p for p in function["params"] if p["role"] == "value"]


def index_page(runs):
    count = sum(len(functions) for run in runs for _, functions in run)
    parts = ["<h1>Operators</h1>",
             f"<p>All {count:,} operators, by name. A name stands for its overloads, its in-place "
             "form and its <code>out=</code> forms.</p>"]
    page = Page(FOLDER + "README.md", "Operators", "")
    for run in runs:
        anchor = uri_of(run).rsplit("/", 1)[1].removesuffix(".md")
        parts += [markup.heading(2, "page-" + anchor, markup.link(f"{anchor}.html",
                                                                 esc(title_of(run)))),
                  '<p class="names">', " ".join(
                      markup.link(f"{anchor}.html#{name}", code(name)) for name, _ in run), "</p>"]
        page.toc.append(Heading("page-" + anchor, title_of(run)))
    page.html = "\n".join(parts)
    return page
