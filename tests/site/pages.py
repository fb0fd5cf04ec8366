"""pages.py ROOT: the project's pages without mkdocs: links between them and their anchors exist, as
GitHub has them, and the site's navigation has every page."""

import pathlib
import posixpath
import re
import sys

import yaml

ROOT = pathlib.Path(sys.argv[1]).resolve()
PATTERNS = ("*.md", "docs/*.md", "bindings/*/README.md", "generated/NAMES.md")
PAGES = sorted(str(path.relative_to(ROOT)) for pattern in PATTERNS for path in ROOT.glob(pattern))


def prose(text):
    """The text without blocks of code."""
    return re.sub(r"(?ms)^ *(```|~~~).*?^ *\1", "", text)


def anchors(text):
    """GitHub's anchors of the headings."""
    seen = {}
    for title in re.findall(r"(?m)^#{1,6} (.*)$", prose(text)):
        title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).replace("`", "")
        slug = re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")
        count = seen.get(slug, 0)
        seen[slug] = count + 1
        yield f"{slug}-{count}" if count else slug


def check_links(texts):
    for page, text in texts.items():
        plain = re.sub(r"(`+).*?\1", "", prose(text), flags=re.S)
        for target in re.findall(r"\]\(([^)\s]+)\)", plain):
            path, _, anchor = target.partition("#")
            if re.match(r"\w+:", target):
                continue
            path = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path \
                else page
            if not (ROOT / path).exists():
                yield f"{page}: no such file: {target}"
            elif anchor and path in texts and anchor not in set(anchors(texts[path])):
                yield f"{page}: no such heading: {target}"


def paths(nav):
    for item in nav:
        for inside in item.values():
            if isinstance(inside, list):
                yield from paths(inside)
            else:
                yield inside


def check_nav(_texts):
    config = yaml.safe_load((ROOT / "packaging/site/mkdocs.yml").read_text(encoding="utf-8"))
    listed = list(paths(config["nav"]))
    for page in PAGES:
        if page.startswith("docs/") and page not in listed:
            yield f"packaging/site/mkdocs.yml: add {page} to a group of nav"
    for page in listed:
        if not page.startswith("reference/") and page != "index.md" and not (ROOT / page).exists():
            yield f"packaging/site/mkdocs.yml: no such page: {page}"
    for page in {one for one in listed if listed.count(one) > 1}:
        yield f"packaging/site/mkdocs.yml: {page} occurs twice"


def main():
    texts = {page: (ROOT / page).read_text(encoding="utf-8") for page in PAGES}
    problems = [problem for check in (check_links, check_nav) for problem in check(texts)]
    print("\n".join([*problems, f"{len(texts)} pages, {len(problems)} problems"]))
    return 1 if problems or len(texts) < 40 else 0


sys.exit(main())
