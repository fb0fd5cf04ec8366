"""The whole reference: its pages, and the addresses of all names."""

from reference import classes, declared, markup, operators
from reference.page import Page


def addresses(api):
    """{C name: (URI of its page, anchor)}"""
    return {**operators.addresses(api), **declared.addresses(api)}


def pages(api):
    known = addresses(api)
    done = [*operators.pages(api, known), *declared.pages(api, known), *classes.pages(api)]
    return [index_page(api), *done]


def index_page(api):
    data = api.data
    rows = [(markup.link(url, title), f"{count:,}", text) for url, title, count, text in (
        ("operators/index.html", "Operators", len(data["functions"]),
         "schema, C functions, the <code>CT()</code> call, kernels, since which release"),
        ("c/index.html", "Functions and types by header",
         sum(map(len, declared.items(api).values())), "all that the handwritten headers declare"),
        ("c/nn/functions.html", "Functions of torch.nn", len(data["nn_functions"]),
         "<code>torch.nn.functional</code>, <code>init</code>, <code>utils</code>"),
        ("modules/index.html", "Modules", len(data["modules"]), "<code>CT_NN()</code>"),
        ("optimizers/index.html", "Optimizers", len(data["optimizers"]),
         "<code>CT_OPTIMIZER()</code>"),
        ("schedulers/index.html", "Schedulers", len(data["lr_schedulers"]),
         "<code>CT_LR_SCHEDULER()</code>"),
        ("distributions/index.html", "Distributions", len(data["distributions"]),
         "<code>CT_DISTRIBUTION()</code>"),
        ("distribution_transforms/index.html", "Transforms of distributions",
         len(data["distribution_transforms"]), "<code>CT_DISTRIBUTION_TRANSFORM()</code>"),
        ("constraints/index.html", "Constraints", len(data["constraints"]),
         "<code>CT_CONSTRAINT()</code>"),
        ("transforms/index.html", "Transforms", len(data["transforms"]), "<code>CT_T()</code>"))]
    version = data["libctorch"]["version"]
    text = (f"<h1>Reference</h1><p>Everything that libctorch {version} has for "
            f"PyTorch {data['pytorch']}. The search at the top of each page finds all names, those "
            "of Python, too.</p>")
    return Page("reference/README.md", "Reference", text + markup.table(
        rows, ("what", "how many", "with")))
