"""The reference of the site, without mkdocs: that it has everything, that its calls are CT()'s, that
its links lead somewhere, what a few entries look like, and what the search finds.

    reference.py ROOT CTORCH-GEN            checks
    reference.py ROOT CTORCH-GEN --update   writes the entries in tests/fixtures/site/
"""

import html
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT, CTORCH_GEN = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
SITE = ROOT / "packaging/site"
GOLDEN = ROOT / "tests/fixtures/site"
sys.path.insert(0, str(SITE))
import links  # noqa: E402  pylint: disable=wrong-import-position
import search_index  # noqa: E402  pylint: disable=wrong-import-position
from reference import api as reference_api  # noqa: E402  pylint: disable=wrong-import-position
from reference import book, classes, declared, operators  # noqa: E402  pylint: disable=wrong-import-position

# Entries of each kind, and what is peculiar: results that are arguments, lists, an argument that must
# be named, a class whose parameters depend on its arguments.
ENTRIES = ("ct_add_Tensor", "ct_max_dim", "ct__foreach_add_Tensor_out", "ct_nonzero_static",
           "ct_data_loader_new", "ct_data_loader_options", "ct_reduction", "CT_DATA_LOADER",
           "ct_tensor_hook", "ct_nn_cross_entropy", "Linear", "LSTM", "AdamW", "StepLR", "Resize",
           "Categorical")

# A search, the name of its first result, and a name that must be among the first eight.
SEARCHES = (("ct_add_Tensor", "ct_add_Tensor", "ct_add_Tensor"),
            ("softmax", None, "torch.nn.Softmax"),
            ("softmax", None, "ct_softmax_int"),
            ("DataLoader", None, "ct_data_loader_new"),
            ("torch.nn.Linear", "torch.nn.Linear", "torch.nn.Linear"),
            ("add.Tensor", "ct_add_Tensor", "ct_add_Tensor"),
            ("torch.max", None, "ct_max"),
            ("conv2d padding", None, "ct_conv2d"))


def card(pages, anchor):
    for page in pages:
        found = re.search(rf'<section class="card">\n<h[23] id="{anchor}">.*?</section>', page.html,
                          re.S)
        if found:
            return f"<!-- {page.uri} -->\n{found.group(0)}\n"
    return ""


def check_everything(api, pages):
    """Each name of ctorch_api.json that programs may use has an entry."""
    ids = set(re.findall(r'id="([^"]+)"', "".join(page.html for page in pages)))
    data = api.data
    names = [declared.name_of(one) for key in ("functions", "nn_functions", "runtime", "callbacks",
                                               "macros", "constants")
             for one in data[key] if not one.get("internal")]
    names += [*data["structs"], *data["enums"], *data["handles"]]
    families = [family.key for family in classes.FAMILIES]
    names += [one["name"] for key in families for one in data[key]]
    for key, value in data.items():
        if isinstance(value, list) and value and "arguments" in value[0] and key not in families:
            yield f"packaging/site/reference/classes.py has no family '{key}' of ctorch_api.json"
    for name in names:
        if html.escape(name) not in ids:
            yield f"{name} is in ctorch_api.json and not in the reference"
    for function in data["functions"]:
        facts = api.shown.get(operators.schema_name(function), {})
        if "kernels" not in facts or not facts.get("since"):
            yield f"{function['symbol']}: no kernels, or not since when"


def check_calls(api, _pages):
    """The macros of generated/ctorch/calls/ have the results and arguments that the calls show."""
    text = "".join(path.read_text(encoding="utf-8")
                   for path in sorted((ROOT / "generated/ctorch/calls").glob("*.h")))
    text = re.sub(r"\\\n\s*", " ", text)
    macros = {name: params for name, params in
              re.findall(r"define CT_OP_(\w+?)_\(do__, open__, op__((?:, *\w+__)*), *\.\.\.\)", text)}
    seen = 0
    for function in api.data["functions"]:
        call = api.shown[operators.schema_name(function)]["call"]
        name, *words = re.sub(r"CT_S\((\w+)\)", r"\1", call)[3:-1].split(", ")
        if name not in macros:
            continue
        seen += 1
        params = [word.strip()[:-2] for word in macros[name].split(",")[1:]]
        given = [word for word in words if word.startswith("&")]
        named = [word for word in words if word.startswith(".")]
        positional = [word for word in words if word[0] not in "&."]
        if len(params) != len(given) + len(positional) or positional != params[len(given):]:
            yield f"{call}: the macro takes {', '.join(params)}"
        if any(word.split(" ")[0] in positional for word in named):
            yield f"{call}: an argument twice"
    if seen < 3000:
        yield f"only {seen} macros of calls were found in generated/ctorch/calls/"


def check_links(_api, pages):
    """Between the pages of the reference; those to the guides are checked in the built site."""
    built = {}
    for page in pages:
        built[page.url()] = links.Reader()
        built[page.url()].feed(page.html)
    for url, reader in built.items():
        for anchor in reader.twice:
            yield f"{url}: the id '{anchor}' occurs twice"
        for target in reader.links:
            path, anchor = links.target_of(url, target)
            if links.is_elsewhere(target) or path.startswith("docs/"):
                continue
            if path not in built or (anchor and anchor not in built[path].ids):
                yield f"{url}: broken link: {target}"


def check_golden(_api, pages):
    """A few entries, as they were reviewed."""
    for name in ENTRIES:
        path, now = GOLDEN / f"{name}.html", card(pages, name)
        if not now:
            yield f"{name} has no entry"
        elif "--update" in sys.argv:
            GOLDEN.mkdir(exist_ok=True)
            path.write_text(now, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != now:
            yield (f"{path.name} is not what is written now:\n{now}\n"
                   f"  if it is meant: python3 {sys.argv[0]} {sys.argv[1]} {CTORCH_GEN} --update")


SEARCH = """
const search = require(process.argv[2]);
globalThis.ctorchSearch = search;
require(process.argv[3]);
for (const query of JSON.parse(process.argv[4])) {
	const started = performance.now();
	const found = search.find(query);
	console.log(JSON.stringify({ query, milliseconds: performance.now() - started, found }));
}
"""


def check_search(_api, pages):
    """What the search finds first, in the index that the site has, and how long it takes."""
    node = shutil.which("node")
    if not node:
        print("left out: the search, since there is no node (apt-get install nodejs)")
        return
    index = search_index.write([], pages, {})
    if len(index) > 4_000_000:
        yield f"the index has {len(index)} bytes, which a page should not load"
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "index.js")
        path.write_text(index, encoding="utf-8")
        queries = json.dumps([query for query, _, _ in SEARCHES])
        done = subprocess.run([node, "-", SITE / "pages/assets/search.js", path, queries],
                              input=SEARCH, text=True, stdout=subprocess.PIPE, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for (query, first, among), answer in zip(SEARCHES, answers):
        names = [one["name"] for one in answer["found"]]
        if (first and names[:1] != [first]) or among not in names[:8]:
            yield f"search for {query}: expected {first or among} among the first, got {names[:8]}"
        urls = [one["url"] for one in answer["found"] if one["name"] == among]
        if urls and not urls[0].endswith((among, among.split(".")[-1])):
            yield f"search for {query}: {among} is at {urls[0]}"
    print("slowest search: "
          f"{max(answer['milliseconds'] for answer in answers):.0f} ms, {len(index) // 1000} kB")


def main():
    api = reference_api.read(ROOT, CTORCH_GEN)
    pages = book.pages(api)
    problems = [problem for check in (check_everything, check_calls, check_links, check_golden,
                                      check_search) for problem in check(api, pages)]
    for problem in problems[:40]:
        print(problem)
    print(f"{len(pages)} pages of the reference, {len(problems)} problems")
    return 1 if problems else 0


sys.exit(main())
