"""bad_site.py ROOT: links.py of the site finds each kind of problem, and none in a good site."""

import pathlib
import subprocess
import sys
import tempfile

LINKS = pathlib.Path(sys.argv[1]) / "packaging/site/links.py"
GOOD = {"index.html": '<link rel="stylesheet" href="a.css"><h1 id="top">x</h1>'
                      '<a href="b/page.html#below">y</a><a href="#top">z</a>'
                      '<a href="https://pytorch.org">elsewhere</a>',
        "b/page.html": '<h2 id="below">x</h2><a href="../index.html">y</a>'
                       '<a href="page.html?q=1#below">z</a><img src="data:image/png;base64,">',
        "a.css": "p { background: url(\"data:image/svg+xml,x\") }",
        "a.js": 'fetch("https://api.github.com/repos")'}
# What is added to a file, and what is said of it.
BAD = (("index.html", '<a href="missing.html">x</a>', "index.html: broken link: missing.html"),
       ("index.html", '<a href="b/page.html#above">x</a>', "no such anchor: b/page.html#above"),
       ("index.html", '<a href="#bottom">x</a>', "index.html: no such anchor: #bottom"),
       ("b/page.html", '<a href="index.html">x</a>', "b/page.html: broken link: index.html"),
       ("b/page.html", '<p id="below">x</p>', "the id 'below' occurs twice"),
       ("index.html", '<script src="https://cdn.org/x.js"></script>', "loads from another host"),
       ("index.html", '<script src="//cdn.org/x.js"></script>', "loads from another host"),
       ("index.html", '<script src="x.js"></script>', "index.html: broken link: x.js"),
       ("index.html", '<img src="x.png">', "index.html: broken link: x.png"),
       ("a.css", '@import "https://fonts.org/x.css";', "a.css: loads from another host"),
       ("a.css", "p { src: url(https://fonts.org/x.woff) }", "a.css: loads from another host"),
       ("a.js", 'load("https://unpkg.com/polyfill")', "a.js: loads from another host"))


def check(site):
    """The status and the output of links.py for a site."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in site.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, LINKS, folder], text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def main():
    failed = 0
    cases = [(GOOD, 0, "2 pages, 5 links, 0 problems"), ({}, 1, "0 pages")]
    cases += [({**GOOD, name: GOOD[name] + more}, 1, wanted) for name, more, wanted in BAD]
    for site, status, wanted in cases:
        got, output = check(site)
        if got != status or wanted not in output:
            failed += 1
            print(f"called:   links.py, with {site}\nexpected: status {status} and: {wanted}\n"
                  f"got:      status {got} and: {output}")
    print(f"{len(cases)} sites, {failed} not as expected")
    return 1 if failed else 0


sys.exit(main())
