"""What mkdocs calls: the project's pages and the reference become pages of the site.

The pages are already HTML when mkdocs sees them (guide.py, reference/), which saves it most of its
time; it adds the theme and the navigation.
"""

import os
import pathlib
import sys

import mkdocs.exceptions
from mkdocs.structure.files import File
from mkdocs.structure.toc import get_toc

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import guide  # noqa: E402  pylint: disable=wrong-import-position
import search_index  # noqa: E402  pylint: disable=wrong-import-position
from reference import api as reference_api  # noqa: E402  pylint: disable=wrong-import-position
from reference import book  # noqa: E402  pylint: disable=wrong-import-position

ROOT = HERE.parents[1]
made = {}  # what on_config makes, for the hooks after it


def on_config(config):
    api = reference_api.read(ROOT, os.environ["CTORCH_GEN"])
    reference = book.pages(api)
    site = guide.Site(ROOT, {page.uri for page in reference}, titles_of(config.nav))
    guides = site.pages()
    nav = with_bindings(config.nav, guides)
    missing = [path for path in guide.page_paths(ROOT) if path not in paths_of(nav)]
    site.broken += [f"packaging/site/mkdocs.yml: add the page to nav: {uri}" for uri in missing]
    if site.broken:
        raise mkdocs.exceptions.Abort("\n".join(site.broken))
    made.update(pages={page.uri: page for page in (*guides, *reference)}, guides=guides,
                reference=reference, images=site.images, titles=titles_of(nav))
    config.nav = nav
    hello = (ROOT / "examples/hello.c").read_text(encoding="utf-8")
    config.extra.update(counts=counts(api), hello=guide.highlighted(hello, "c"))
    return config


def with_bindings(nav, guides):
    """Adds the README of each binding to the group "Bindings"."""
    known = set(paths_of(nav))
    new = [one.uri for one in guides if one.uri.startswith("bindings/") and one.uri not in known]
    for group in nav:
        if "Bindings" in group:
            group["Bindings"] += [{language(one): one} for one in new]
    return nav


def language(path):
    name = path.split("/")[1]
    return {"luajit": "LuaJIT", "node": "Node.js", "tch": "tch-rs"}.get(name, name.capitalize())


def paths_of(nav):
    return titles_of(nav).keys()


def titles_of(nav):
    """{page: its title in the navigation}"""
    found = {}
    for item in nav:
        for title, inside in item.items():
            found.update(titles_of(inside) if isinstance(inside, list) else {inside: title})
    return found


def counts(api):
    data = api.data
    return {"release": data["pytorch"], "operators": f"{len(data['functions']):,}",
            "languages": ", ".join(language(path) for path in guide.page_paths(ROOT)
                                   if path.startswith("bindings/")),
            "modules": len(data["modules"]), "optimizers": len(data["optimizers"]),
            "functions": f"{len(data['runtime']) + len(data['nn_functions']):,}"}


def on_files(files, config):
    for uri in made["pages"]:
        files.append(File.generated(config, uri, content=""))
    for path in made["images"]:
        files.append(File.generated(config, path, abs_src_path=str(ROOT / path)))
    files.append(File.generated(config, "assets/search_index.js", content=search_index.write(
        made["guides"], made["reference"], made["titles"])))
    return files


def on_nav(nav, config, files):  # pylint: disable=unused-argument
    """Pages of the reference that the navigation does not list show its group."""
    group = next(item for item in nav.items if item.title == "Reference")
    for page in made["reference"]:
        mkdocs_page = files.get_file_from_path(page.uri).page
        mkdocs_page.parent = mkdocs_page.parent or group
    return nav


def on_page_content(html, page, config, files):  # pylint: disable=unused-argument
    one = made["pages"].get(page.file.src_uri)
    if not one:
        return html
    page.toc = get_toc([token(heading, 2) for heading in one.toc])
    page.meta.setdefault("title", made["titles"].get(page.file.src_uri, one.title))
    return one.html


def token(heading, level):
    return {"level": level, "id": heading.anchor, "name": heading.title,
            "children": [token(child, level + 1) for child in heading.children]}


def on_post_build(config):
    """Removes what the site does not use: other searches, source maps, a map for search engines.

    The theme's script would load two scripts of another host, for diagrams that no page has and in
    browsers of 2019; their addresses are removed."""
    site = pathlib.Path(config.site_dir)
    for pattern in ("assets/javascripts/lunr/**/*.js", "assets/javascripts/workers/*",
                    "assets/**/*.map", "sitemap.xml*"):
        for path in site.glob(pattern):
            path.unlink()
    for path in site.glob("assets/javascripts/bundle.*.js"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("https://unpkg.com/", ""), encoding="utf-8")
