"""prove.py SITE PICTURES [CHROMIUM]: the built site in a headless browser, from file://, without a
network. At 1280 and at 390 pixels, light and dark: the search finds what people look for and goes
there, no page is wider than the window, nothing fails, and nothing is asked of another host.
"""

import pathlib
import sys
import time

from browser import Browser

WIDTHS = ((1280, 900, "light"), (390, 844, "dark"))
# What is typed, and the name and the address of one of the first results.
SEARCHES = (("ct_add_Tensor", "ct_add_Tensor", "#ct_add_Tensor"),
            ("softmax", "torch.nn.Softmax", "#Softmax"),
            ("DataLoader", "ct_data_loader_new", "data/data.html#ct_data_loader_new"),
            ("torch.nn.Linear", "torch.nn.Linear", "#Linear"),
            ("gradient checkpoint", None, ""))
PICTURES = ("index.html", "docs/from-python.html", "docs/memory.html", "reference/index.html",
            "reference/operators/abs.html", "reference/c/data/data.html",
            "reference/optimizers/index.html")
# Seconds until the first result, with the index not loaded yet; 0.1 if nothing else runs.
SLOWEST = 2.0

NAMES = """[...document.querySelectorAll(".ct-search__results:not([hidden]) .ct-search__name")]
	.map((one) => one.textContent)"""
# What is beyond the right edge, apart from what scrolls by itself.
WIDER = """[...document.querySelectorAll("body *")].filter((one) =>
	one.getBoundingClientRect().right > innerWidth + 1 &&
	!one.closest("pre, .md-sidebar, .md-tabs, svg, .md-nav"))
	.slice(0, 3).map((one) => one.tagName + "." + one.className).join(", ")"""


def wait(browser, expression, seconds=10):
    """The first true value of an expression, and how long it took."""
    start = time.monotonic()
    while time.monotonic() - start < seconds:
        value = browser.value(expression)
        if value:
            return value, time.monotonic() - start
        time.sleep(0.005)
    return None, seconds


def search(browser, site, query, name, address):
    """Types a query on the first page, looks at the results, and goes to one."""
    browser.open(f"{site}/index.html")
    browser.key("/", 191)
    focused = browser.value('document.activeElement.matches(".ct-search input")')
    if not focused:
        yield "the key / does not go to the search"
        return
    browser.type(query)
    names, seconds = wait(browser, f"{NAMES}.length && {NAMES}")
    if not names:
        yield f"search for '{query}': nothing found"
        return
    print(f"  {query}: {seconds * 1000:.0f} ms, first: {names[0]}")
    if seconds > SLOWEST:
        yield f"search for '{query}': the first result after {seconds:.1f} s"
    if not name:
        return
    if name not in names[:5]:
        yield f"search for '{query}': expected {name} among {names[:5]}"
        return
    for _ in range(names.index(name)):
        browser.key("ArrowDown", 40)
    browser.key("Enter", 13)
    there, _ = wait(browser, f"location.href.endsWith({address!r}) && "
                             "document.querySelector(':target') && "
                             "document.readyState == 'complete'")
    seen = there and browser.value("document.querySelector(':target').getBoundingClientRect().top")
    if seen is None or not 0 <= seen < 900:
        yield (f"search for '{query}': Enter goes to {browser.value('location.href')}, "
               f"where the entry is {seen} pixels below the top")


def check_pages(browser, site, folder):
    """No page is wider than the window."""
    count = 0
    for path in sorted(folder.rglob("*.html")):
        name = path.relative_to(folder).as_posix()
        if name == "404.html":
            continue
        browser.go(f"{site}/{name}")
        count += 1
        if browser.value("document.documentElement.scrollWidth > innerWidth"):
            yield f"{name} is wider than the window: {browser.value(WIDER)}"
    print(f"  {count} pages fit")


def scheme_is(browser, scheme):
    """The page has the colors that the system prefers."""
    got = browser.value("document.body.dataset.mdColorScheme")
    wanted = {"light": "default", "dark": "slate"}[scheme]
    if got != wanted:
        yield f"the colors are {got}, expected {wanted}"


def check_size(browser, site, folder, pictures, size):
    width, height, scheme = size
    print(f"{width} x {height}, {scheme}")
    browser.size(width, height, scheme)
    for query in SEARCHES:
        yield from search(browser, site, *query)
    browser.open(f"{site}/index.html")
    yield from scheme_is(browser, scheme)
    for name in PICTURES:
        browser.open(f"{site}/{name}")
        time.sleep(0.2)
        stem = name.removesuffix(".html").replace("/", "-")
        browser.picture(pictures / f"{stem}-{width}-{scheme}.png")
    yield from check_pages(browser, site, folder)


def main(folder, pictures, chromium="chromium"):
    folder, pictures = pathlib.Path(folder).resolve(), pathlib.Path(pictures)
    pictures.mkdir(parents=True, exist_ok=True)
    browser = Browser(chromium)
    try:
        site = folder.as_uri()
        found = [f"at {size[0]}: {problem}" for size in WIDTHS
                 for problem in check_size(browser, site, folder, pictures, size)]
        found += [f"asks another host: {url}" for url in browser.requests]
        found += [f"an error: {text}" for text in browser.errors]
    finally:
        browser.close()
    print("\n".join([*found, f"{len(found)} problems; pictures: {pictures}"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
