"""Text as HTML: escaped, declarations with colors, comments of headers with links."""

import html
import re

KEYWORDS = ("bool char const double enum float int struct typedef unsigned void "
            "int8_t int16_t int32_t int64_t size_t uint8_t uint16_t uint32_t uint64_t").split()
C_WORD = re.compile(r"\b(?:(%s)|(ct_\w+|CT_\w+))\b(?=(\s*\()?)" % "|".join(KEYWORDS))
COLUMNS = 86  # of a prototype: what fits beside the navigation
TAG = re.compile(r"^@(param|return)\s+", re.M)


def esc(text):
    return html.escape(str(text), quote=False)


def code(text):
    return f"<code>{esc(text)}</code>"


def link(url, text):
    return f'<a href="{html.escape(url)}">{text}</a>'


def heading(level, anchor, content):
    return (f'<h{level} id="{html.escape(anchor)}">{content}'
            f'<a class="headerlink" href="#{html.escape(anchor)}" title="Link to this entry">¶</a>'
            f"</h{level}>")


def declaration(text, links=None):
    """C with its keywords and names marked. `links` maps a name to its address."""
    def mark(match):
        keyword, name, call = match.groups()
        if keyword:
            return f'<span class="kt">{keyword}</span>'
        if links and name in links:
            return link(links[name], name)
        return f'<span class="nf">{name}</span>' if call else name
    return C_WORD.sub(mark, esc(text))


def block(text, links=None):
    return f'<div class="highlight"><pre><code>{declaration(text, links)}</code></pre></div>'


def inline(text, links=None):
    """One paragraph: `code` in backquotes, and links of the names that the reference has."""
    parts = re.split(r"`([^`]+)`", text)
    done = []
    for i, part in enumerate(parts):
        if i % 2:
            done.append(f"<code>{named(part, links)}</code>")
        else:
            done.append(named(part, links, "<code>{}</code>"))
    return "".join(done)


def named(text, links, form="{}"):
    def mark(match):
        name = match.group(1)
        if not links or name not in links:
            return match.group(0)
        return link(links[name], form.format(match.group(0)))
    return re.sub(r"\b((?:ct|CT)_\w+)\b(?:\(\))?", mark, esc(text))


def paragraphs(text, links=None):
    """A comment: paragraphs, lists, and code that is indented by four columns."""
    done = []
    for part in re.split(r"\n\s*\n", text.strip("\n")):
        lines = part.split("\n")
        if all(line.startswith("    ") for line in lines):
            done.append(block("\n".join(line[4:] for line in lines)))
        elif re.match(r"\s*- ", part):
            items = re.split(r"(?m)^\s*- ", part)[1:]
            done.append("<ul>" + "".join(f"<li>{inline(' '.join(item.split()), links)}</li>"
                                         for item in items) + "</ul>")
        else:
            done.append(f"<p>{inline(' '.join(part.split()), links)}</p>")
    return "\n".join(done)


def comment(text):
    """Of a doc comment: the text, {parameter: text}, what it returns."""
    parts = TAG.split(text or "")
    about, returns = {}, ""
    for tag, body in zip(parts[1::2], parts[2::2]):
        body = " ".join(body.split())
        if tag == "return":
            returns = body
        else:
            names, _, rest = re.match(r"((?:[\w.]+,\s*)*[\w.]+)(\s+)?(.*)", body).groups()
            about.update({name.strip(): rest for name in names.split(",")})
    return parts[0].rstrip(), about, returns


def table(rows, head=None, kind=""):
    """Rows of cells that are HTML already; on a narrow screen each cell has its column's name."""
    top = ""
    if head:
        top = "<thead><tr>" + "".join(f"<th>{esc(h)}</th>" for h in head) + "</tr></thead>"
    body = "".join("<tr>" + "".join(
        f'<td data-label="{html.escape(head[i])}">{cell}</td>' if head and head[i]
        else f"<td>{cell}</td>" for i, cell in enumerate(row)) + "</tr>" for row in rows)
    return f'<table class="{kind or "plain"}">{top}<tbody>{body}</tbody></table>'


def facts(rows):
    """Pairs of a word and HTML; pairs without HTML are left out."""
    body = "".join(f'<div class="fact"><dt>{esc(word)}</dt><dd>{text}</dd></div>'
                   for word, text in rows if text)
    return f'<dl class="facts">{body}</dl>'


def badge(text, kind=""):
    return f'<span class="{f"badge {kind}".strip()}">{esc(text)}</span>'


def joined(c_type, name):
    return f"{c_type}{name}" if c_type.endswith("*") else f"{c_type} {name}"


def wrapped(start, words):
    """Parameters in lines of at most COLUMNS, below the first one."""
    lines = [start]
    for i, word in enumerate(words):
        end = ", " if i + 1 < len(words) else ");"
        if len(lines[-1]) + len(word) + 2 > COLUMNS and i:
            lines[-1] = lines[-1].rstrip()
            lines.append(" " * len(start))
        lines[-1] += word + end
    return "\n".join(lines)


def prototype(function, symbol=None):
    """The C prototype of a function, or of its method form."""
    words = [joined(p["c_type"], p["name"])
             for p in function["params"] + function.get("results", [])] or ["void"]
    start = joined(function.get("returns", "ct_error"), symbol or function["symbol"]) + "("
    return wrapped(start, words)
