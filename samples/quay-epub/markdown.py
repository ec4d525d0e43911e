"""Turn the stories of the layout into XHTML: the part of Markdown that they are written in."""

import re
from html import escape

INLINE = re.compile(
    r"\[\^(?P<note>\w+)\]|\[(?P<text>[^\]]+)\]\((?P<url>[^)]+)\)|\*(?P<emphasis>[^*]+)\*"
    r"|(?P<tag></?(?:span|ruby|rt)\b[^>]*>)")
ATTRIBUTES = re.compile(r"\s*\{([^}]*)\}\s*$")


class Story:
    """One story: its language, its title, its sections and its body."""

    def __init__(self, name, source):
        self.name = name
        self.title, self.identifier, self.sections = "", name, []
        self.facts, text = front_matter(source)
        self.notes = {}
        text = re.sub(r"^\[\^(\w+)\]: (.*)$", self._note, text, flags=re.M)
        self.body = "\n".join(self._blocks(text)) + self._endnotes()

    def _note(self, match):
        self.notes[match[1]] = match[2]
        return ""

    def _blocks(self, text):
        text = re.sub(r"^:::.*$", "", text, flags=re.M)
        # A list or a table may stand right below a paragraph's last line, and so may a heading.
        text = re.sub(r"^(#+ .*)$", r"\n\1\n", text, flags=re.M)
        for group in re.split(r"\n\s*\n", text.strip()):
            lines = [line for line in group.split("\n") if line.strip()]
            if lines:
                yield self._block(lines)

    def _block(self, lines):
        first = lines[0]
        if first.startswith("#"):
            return self._heading(first)
        if first.startswith("- "):
            items = "".join(f"<li>{self.inline(line[2:])}</li>" for line in lines)
            return f"<ul>{items}</ul>"
        if first.startswith("|"):
            return self._table(lines)
        text, attributes = split_attributes(" ".join(lines))
        return f"<p{attributes}>{self.inline(text)}</p>"

    def _heading(self, line):
        marks, text = line.split(" ", 1)
        text, attributes = split_attributes(text)
        level = len(marks)
        if level == 1:
            self.title = text
            named = re.search(r'id="([^"]+)"', attributes)
            self.identifier = named[1] if named else self.name
            return f'<h1 id="{self.identifier}">{self.inline(text)}</h1>'
        if level == 2 and not attributes:
            identifier = f"{self.name}-{len(self.sections) + 1}"
            self.sections.append((identifier, text))
            attributes = f' id="{identifier}"'
        if not self.title:
            self.title = text
        return f"<h{level}{attributes}>{self.inline(text)}</h{level}>"

    def _table(self, lines):
        rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines]
        # A first cell that is empty is lost by stripping its bar.
        width = max(map(len, rows))
        rows = [[""] * (width - len(row)) + row for row in rows]
        ends = ["end" if cell.endswith(":") else "start" for cell in rows[1]]

        def cells(row, tag):
            return "".join(f'<{tag} class="{end}">{self.inline(cell)}</{tag}>'
                           for cell, end in zip(row, ends))
        body = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows[2:])
        return (f"<table><thead><tr>{cells(rows[0], 'th')}</tr></thead>"
                f"<tbody>{body}</tbody></table>")

    def inline(self, text):
        made, position = [], 0
        for match in INLINE.finditer(text):
            made.append(escape(text[position:match.start()], quote=False))
            position = match.end()
            if match["note"]:
                name = match["note"]
                made.append(f'<a epub:type="noteref" role="doc-noteref" href="#note-{name}"'
                            f' id="call-{name}">*</a>')
            elif match["text"]:
                made.append(f'<a href="{escape(match["url"])}">{self.inline(match["text"])}</a>')
            elif match["emphasis"]:
                made.append(f'<em>{self.inline(match["emphasis"])}</em>')
            else:
                made.append(re.sub(r'\blang="([^"]+)"', r'lang="\1" xml:lang="\1"', match["tag"]))
        made.append(escape(text[position:], quote=False))
        return "".join(made)

    def _endnotes(self):
        return "".join(
            f'\n<aside epub:type="footnote" role="doc-footnote" id="note-{name}">'
            f'<p><a href="#call-{name}">*</a> {self.inline(text)}</p></aside>'
            for name, text in self.notes.items())


def front_matter(source):
    if not source.startswith("---\n"):
        return {}, source
    head, text = source[4:].split("\n---\n", 1)
    return dict(line.split(": ", 1) for line in head.split("\n")), text


def split_attributes(text):
    """The text, and what stands in braces behind it as attributes of an element."""
    found = ATTRIBUTES.search(text)
    if not found:
        return text, ""
    words = found[1].split()
    names = [word[1:] for word in words if word.startswith(".")]
    identifiers = [word[1:] for word in words if word.startswith("#")]
    attributes = "".join(f' id="{identifier}"' for identifier in identifiers[:1])
    if names:
        attributes += f' class="{" ".join(names)}"'
    return text[:found.start()], attributes
