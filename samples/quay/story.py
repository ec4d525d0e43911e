"""Read the stories: a small part of Markdown, enough for this magazine."""

import re
from dataclasses import dataclass, field


@dataclass
class Piece:
    """A run of text of one kind inside a word or a paragraph."""
    text: str
    italic: bool = False
    url: str = ""


@dataclass
class Block:
    kind: str                       # p, h2, li, quote, table, picture
    text: str = ""
    rows: list = field(default_factory=list)
    source: str = ""


@dataclass
class Story:
    title: str = ""
    standfirst: str = ""
    blocks: list = field(default_factory=list)

    def of_kind(self, kind):
        return [block for block in self.blocks if block.kind == kind]

    def running(self):
        """The blocks that flow through the columns."""
        return [block for block in self.blocks if block.kind in ("p", "h2", "li")]


INLINE = re.compile(r"\[([^\]]+)\]\(([^)]+)\)|\*([^*]+)\*")


def pieces(text):
    found, position = [], 0
    for match in INLINE.finditer(text):
        if match.start() > position:
            found.append(Piece(text[position:match.start()]))
        link, url, emphasis = match.groups()
        found.append(Piece(link, url=url) if link else Piece(emphasis, italic=True))
        position = match.end()
    if position < len(text):
        found.append(Piece(text[position:]))
    return found


def table_rows(lines):
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [cells[0]] + cells[2:]


def add_group(story, lines):
    first, text = lines[0], " ".join(lines)
    picture = re.fullmatch(r"!\[(.*)\]\((.*)\)", text)
    if first.startswith("# "):
        story.title = first[2:]
    elif first.startswith("## "):
        story.blocks.append(Block("h2", first[3:]))
    elif first.startswith("> "):
        story.blocks.append(Block("quote", text[2:]))
    elif first.startswith("- "):
        story.blocks += [Block("li", line[2:]) for line in lines]
    elif first.startswith("|"):
        story.blocks.append(Block("table", rows=table_rows(lines)))
    elif picture:
        story.blocks.append(Block("picture", picture[1], source=picture[2]))
    elif not story.standfirst and not story.blocks and re.fullmatch(r"\*[^*]+\*", text):
        story.standfirst = text.strip("*")
    else:
        story.blocks.append(Block("p", text))


def read_story(path):
    story = Story()
    for group in re.split(r"\n\s*\n", path.read_text(encoding="utf-8").strip()):
        add_group(story, group.splitlines())
    return story
