"""A page of the reference, and how many items are put together on one."""

import dataclasses
import posixpath


@dataclasses.dataclass
class Entry:
    """What a search finds: an item with all its names, and where it is."""
    name: str
    kind: str
    anchor: str
    text: str = ""
    aliases: tuple = ()


@dataclasses.dataclass
class Heading:
    anchor: str
    title: str
    children: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Page:
    uri: str  # as mkdocs has it: "reference/operators/abs.md"
    title: str
    html: str
    toc: list = dataclasses.field(default_factory=list)
    entries: list = dataclasses.field(default_factory=list)

    def url(self):
        return address(self.uri)


def shelves(groups, most):
    """Splits a list of (name, items) into runs of at most `most` items; a larger group is alone."""
    runs, count = [], 0
    for group in groups:
        if not runs or count + len(group[1]) > most:
            runs.append([])
            count = 0
        runs[-1].append(group)
        count += len(group[1])
    return runs


def relative(uri, anchor, start):
    """The address of an anchor on one page, as seen from another."""
    url = posixpath.relpath(address(uri), posixpath.dirname(address(start)) or ".")
    return f"{url}#{anchor}" if anchor else url


def address(uri):
    """Where a page of mkdocs is: README.md is the index of its folder."""
    folder, name = posixpath.split(uri)
    name = "index.html" if name == "README.md" else name.removesuffix(".md") + ".html"
    return posixpath.join(folder, name)


class Links(dict):
    """{name: address as seen from a page}, made when it is asked for; without the entry's own."""

    def __init__(self, all_addresses, uri, own=None):
        super().__init__()
        self.all, self.uri, self.own = all_addresses, uri, own

    def __contains__(self, name):
        return name in self.all and name != self.own

    def __getitem__(self, name):
        return relative(*self.all[name], self.uri)

    def __bool__(self):
        return bool(self.all)
