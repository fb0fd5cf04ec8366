"""Pages of what is made by the name of a class: modules, optimizers, schedulers, transforms."""

import dataclasses

from reference import markup
from reference.markup import code, esc
from reference.page import Entry, Heading, Page, shelves

MOST = 40  # classes on a page


@dataclasses.dataclass
class Family:
    key: str     # in the JSON
    title: str
    folder: str
    macro: str
    python: str
    kind: str
    guide: str   # the page that explains it


FAMILIES = (
    Family("modules", "Modules", "reference/modules/", "CT_NN", "torch.nn.", "module",
           "docs/modules.html"),
    Family("optimizers", "Optimizers", "reference/optimizers/", "CT_OPTIMIZER", "torch.optim.",
           "optimizer", "docs/optim.html"),
    Family("lr_schedulers", "Schedulers", "reference/schedulers/", "CT_LR_SCHEDULER",
           "torch.optim.lr_scheduler.", "scheduler", "docs/optim.html"),
    Family("distributions", "Distributions", "reference/distributions/", "CT_DISTRIBUTION",
           "torch.distributions.", "distribution", "docs/distributions.html"),
    Family("distribution_transforms", "Transforms of distributions",
           "reference/distribution_transforms/", "CT_DISTRIBUTION_TRANSFORM",
           "torch.distributions.", "transform of distributions", "docs/distributions.html"),
    Family("constraints", "Constraints", "reference/constraints/", "CT_CONSTRAINT",
           "torch.distributions.constraints.", "constraint", "docs/distributions.html"),
    Family("transforms", "Transforms", "reference/transforms/", "CT_T",
           "torchvision.transforms.v2.", "transform", "docs/transforms.html"),
)


def runs_of(api, family):
    by_name = sorted(api.data[family.key], key=lambda one: one["name"].lower())
    return shelves([(one["name"], [one]) for one in by_name], MOST)


def uri_of(family, run):
    return f"{family.folder}{run[0][0]}.md"


def title_of(run):
    return f"{run[0][0]} – {run[-1][0]}"


def pages(api):
    done = []
    for family in FAMILIES:
        runs = runs_of(api, family)
        done += [index_page(family, runs), *(page_of(api, family, run) for run in runs)]
    return done


def page_of(api, family, run):
    page = Page(uri_of(family, run), f"{family.title}: {title_of(run)}", "")
    parts = [f"<h1>{esc(family.title)}: {esc(title_of(run))}</h1>"]
    for name, (one,) in run:
        parts.append(card(api, family, one))
        page.toc.append(Heading(name, name))
        page.entries.append(Entry(family.python + name, family.kind, name, one["doc"],
                                  (call_of(family, one), name)))
    page.html = "\n".join(parts)
    return page


def call_of(family, one):
    """The macro with all arguments that have no default."""
    words = [one["name"]]
    for argument in one["arguments"]:
        if argument["default"] is not None:
            break
        words.append(argument["name"])
    return f"{family.macro}({', '.join(words)})"


def card(api, family, one):
    name = one["name"]
    return "\n".join(filter(None, [
        '<section class="card">', markup.heading(2, name, code(name) + markup.badge(family.kind)),
        markup.paragraphs(one["doc"]), markup.block(call_of(family, one)),
        arguments(one), markup.facts(card_facts(api, family, one)), "</section>"]))


def card_facts(api, family, one):
    name = family.python + one["name"]
    parts = api.classes.get(one["name"], {}) if family.key == "modules" else {}
    page = f"https://docs.pytorch.org/docs/{api.short_release()}/search.html?q={name}"
    python = code(name) if name.startswith("torchvision") else markup.link(page, code(name))
    return [("forward", code(one["forward"]) if one.get("forward") else ""),
            ("parameters", several(parts.get("parameters"))),
            ("modules in it", several(parts.get("children"))),
            ("holds", esc(one.get("contents") or "") if isinstance(one.get("contents"), str)
             else esc(parts.get("contents", ""))),
            ("support", code(one["support"]) if one.get("support") else ""),
            ("domain", code(one["domain"]) if one.get("domain") else ""),
            ("codomain", code(one["codomain"]) if one.get("codomain") else ""),
            ("groups have", code(one["group"]) if one.get("group") else ""),
            ("state", code(one["state"]) if one.get("state") else ""),
            ("schema", code(one["schema"])),
            ("Python", python)]


def several(text):
    """The parts of a class, one a line; those of a loop stay together."""
    if not text:
        return ""
    parts, depth, start = [], 0, 0
    for i, letter in enumerate(text):
        depth += (letter == "{") - (letter == "}")
        if letter == ";" and not depth:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return "<br>".join(code(" ".join(part.split())) for part in parts if part.strip())


def arguments(one):
    rows = [(code(f".{a['name']}"), code(a["type"]),
             "required" if a["default"] is None else code(a["default"]))
            for a in one["arguments"]]
    return markup.table(rows, ("argument", "type", "default"), "params short") if rows else ""


def index_page(family, runs):
    count = sum(map(len, runs))
    page = Page(family.folder + "README.md", family.title, "")
    guide = "../../" + family.guide
    rows = []
    for run in runs:
        url = uri_of(family, run).rsplit("/", 1)[1].removesuffix(".md") + ".html"
        rows += [(markup.link(f"{url}#{name}", code(name)), markup.inline(one["doc"]))
                 for name, (one,) in run]
    page.html = "\n".join([
        f"<h1>{esc(family.title)}</h1>",
        f"<p>{count} classes of <code>{esc(family.python.rstrip('.'))}</code>, made with "
        f"<code>{family.macro}()</code>; {markup.link(guide, 'the guide')} explains how.</p>",
        markup.table(rows, kind="params")])
    return page
