"""The project's own pages as HTML, by the rules of GitHub, for which they are written.

Python-Markdown, which mkdocs uses, has other rules for lists, code in lists and anchors, so a page
would read well in one place and be broken in the other.
"""

import dataclasses
import functools
import html
import posixpath
import re

import markdown_it
import pygments
import pygments.formatters
import pygments.lexers
import pygments.util
from markdown_it.token import Token

from reference.page import Heading, relative

LANGUAGES = {"sh": "bash", "proto": "text", "": "text"}
SUFFIXES = {".c": "c", ".h": "c", ".cpp": "cpp", ".py": "python", ".go": "go", ".json": "json",
            ".sh": "bash", ".yaml": "yaml", ".txt": "text"}


@dataclasses.dataclass
class Section:
    anchor: str
    title: str
    text: str


@dataclasses.dataclass
class Guide:
    uri: str
    title: str
    html: str
    toc: list
    sections: list


def page_paths(root):
    """The pages that the site shows, apart from those that mkdocs.yml or the reference adds."""
    paths = [*root.glob("docs/*.md"), *root.glob("bindings/*/README.md"), root / "CONTRIBUTING.md",
             root / "CHANGELOG.md", root / "generated/NAMES.md"]
    return sorted(str(path.relative_to(root)) for path in paths)


def slug(text, seen):
    """GitHub's anchor of a heading."""
    base = re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")
    count = seen.get(base, 0)
    seen[base] = count + 1
    return f"{base}-{count}" if count else base


@functools.lru_cache(maxsize=None)
def lexer(language):
    try:
        return pygments.lexers.get_lexer_by_name(LANGUAGES.get(language, language))
    except pygments.util.ClassNotFound:
        return pygments.lexers.get_lexer_by_name("text")


def highlighted(text, language):
    formatter = pygments.formatters.HtmlFormatter(nowrap=True)
    inside = pygments.highlight(text, lexer(language), formatter).rstrip("\n")
    return f'<div class="highlight"><pre><code>{inside}</code></pre></div>\n'


def fence(_renderer, tokens, index, _options, _env):
    token = tokens[index]
    return highlighted(token.content, token.info.strip().split(" ")[0])


class Site:
    """Renders pages, and collects the other files that they link to and what is broken."""

    def __init__(self, root, known, titles):
        self.root = root
        self.titles = titles  # of pages, in the navigation
        self.known = {*page_paths(root), *known}  # what is a page, as its path in the project
        self.sources, self.images, self.broken = set(), set(), []
        self.markdown = markdown_it.MarkdownIt("commonmark", {"html": True})
        self.markdown.enable(["table", "strikethrough"])
        self.markdown.add_render_rule("fence", fence)

    def pages(self):
        done = [self.page(uri, (self.root / uri).read_text(encoding="utf-8"))
                for uri in page_paths(self.root)]
        return done + [self.source(path) for path in sorted(self.sources)]

    def page(self, uri, text):
        tokens = self.markdown.parse(text)
        headings = self.mark_headings(tokens)
        mark_cells(tokens)
        for token in tokens:
            for child, text in zip(token.children or (), (token.children or ())[1:]):
                self.mark_text(uri, child, text)
            for child in token.children or ():
                self.mark_link(uri, child)
        sections = sections_of(tokens)
        title = sections[0].title if sections else posixpath.basename(uri)
        return Guide(uri, title, self.markdown.renderer.render(tokens, self.markdown.options, {}),
                     headings, sections)

    def mark_headings(self, tokens):
        seen, tops = {}, []
        for i, token in enumerate(tokens):
            if token.type != "heading_open":
                continue
            title = plain(tokens[i + 1])
            token.attrSet("id", slug(title, seen))
            anchor = html.escape(token.attrGet("id"))
            tokens[i + 1].children.append(Token(
                "html_inline", "", 0, content=f'<a class="headerlink" href="#{anchor}" '
                                              'title="Link to this section">¶</a>'))
            if token.tag == "h2":
                tops.append(Heading(token.attrGet("id"), title))
            elif token.tag == "h3" and tops:
                tops[-1].children.append(Heading(token.attrGet("id"), title))
        return tops

    def mark_text(self, uri, link, text):
        """A link that GitHub shows as the name of a file has the page's title."""
        if link.type != "link_open" or not text.content.endswith(".md"):
            return
        path = link.attrGet("href").partition("#")[0]
        page = posixpath.normpath(posixpath.join(posixpath.dirname(uri), path))
        if posixpath.basename(page) == posixpath.basename(text.content):
            text.content = self.titles.get(page, text.content)

    def mark_link(self, uri, token):
        name = {"link_open": "href", "image": "src"}.get(token.type)
        if name:
            token.attrSet(name, self.address(uri, token.attrGet(name)))
            if token.type == "image":
                token.attrSet("loading", "lazy")

    def address(self, uri, href):
        """Where a link of a page goes: pages are pages, other files of the project become some."""
        path, _, anchor = href.partition("#")
        if re.match(r"\w+:", path) or not path:
            return href
        path = posixpath.normpath(posixpath.join(posixpath.dirname(uri), path))
        target = self.root / path
        if path == "README.md" or path in self.known:
            return relative(path, anchor, uri)
        if target.suffix in (".png", ".svg") and target.exists():
            self.images.add(path)
            return posixpath.relpath(path, posixpath.dirname(uri) or ".")
        if target.is_dir() and (target / "README.md").exists():
            return self.address(uri, posixpath.relpath(path, posixpath.dirname(uri) or ".")
                                + "/README.md")
        if not target.exists():
            self.broken.append(f"{uri}: no such file: {href}")
            return href
        self.sources.add(path)
        return relative(self.source_uri(path), anchor, uri)

    def source_uri(self, path):
        return path + ("/README.md" if (self.root / path).is_dir() else ".md")

    def source(self, path):
        """A file of the project, or what a folder has."""
        target, uri = self.root / path, self.source_uri(path)
        if target.is_dir():
            body = "".join(f"<li><code>{html.escape(one.name)}</code></li>"
                           for one in sorted(target.iterdir()))
            body = f"<ul>{body}</ul>"
        else:
            body = highlighted(target.read_text(encoding="utf-8"),
                               SUFFIXES.get(target.suffix, "text"))
        title = html.escape(path)
        return Guide(uri, path, f"<h1><code>{title}</code></h1>\n{body}", [],
                     [Section("", path, "")])


def plain(token):
    """The text of a heading or a paragraph."""
    return "".join(child.content if child.type in ("text", "code_inline") else
                   " " if child.type in ("softbreak", "hardbreak") else ""
                   for child in token.children or ())


def mark_cells(tokens):
    """Gives each cell the name of its column, which narrow screens show beside it."""
    head, column, in_head = [], 0, False
    for i, token in enumerate(tokens):
        if token.type == "thead_open":
            head, in_head = [], True
        elif token.type == "thead_close":
            in_head = False
        elif token.type == "tr_open":
            column = 0
        elif token.type == "th_open" and in_head:
            head.append(plain(tokens[i + 1]))
        elif token.type == "td_open":
            if column < len(head) and head[column]:
                token.attrSet("data-label", head[column])
            column += 1


def sections_of(tokens):
    """What the search looks through: the text below each heading."""
    sections = []
    for i, token in enumerate(tokens):
        if token.type == "heading_open":
            sections.append(Section(token.attrGet("id"), plain(tokens[i + 1]), ""))
        elif token.type == "inline" and tokens[i - 1].type != "heading_open" and sections:
            sections[-1].text += " " + plain(token)
        elif token.type == "fence" and sections:
            sections[-1].text += " " + token.content
    for section in sections:
        section.text = " ".join(section.text.split())
    return sections
