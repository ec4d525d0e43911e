"""PDFs made here from known text, by Typst, pdfTeX, groff, WeasyPrint and Chromium.

A document is a list of parts; each maker writes them in its own language, and the text that a reader would read is the same.
"""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from prose import Prose


@dataclass(frozen=True)
class Part:
    """A piece of a page. `text` is what a reader reads of it; `more` what the kind needs besides."""

    kind: str  # title heading tracked capitals para drop note contents formula table columns columns3 list byline quote figure
    text: str = ""
    more: tuple = ()


@dataclass(frozen=True)
class Known:
    name: str
    file: Path
    pages: list[str]  # the text of each page, in reading order
    is_held_out: bool
    phrases: list[str] = field(default_factory=list)  # that a search has to find


NOTE_MARK = " 1 "
COLUMNS = {"columns": 2, "columns3": 3}


def reading_texts(part: Part) -> Iterator[str]:
    """The texts of a part in reading order, but for notes, which end the page."""
    if part.kind in COLUMNS:
        for one in part.more:
            yield from reading_texts(one)
    elif part.kind == "note":
        before, after, _ = part.more
        yield before + NOTE_MARK + after
    elif part.kind == "contents":
        yield from (f"{title} {number}" for title, number in part.more)
    elif part.kind == "table":
        yield from (" ".join(row) for row in part.more)
    elif part.kind == "list":
        yield from part.more
    else:
        yield part.text


def notes(part: Part) -> Iterator[str]:
    if part.kind == "note":
        yield "1 " + part.more[2]
    for one in part.more if part.kind in COLUMNS else ():
        yield from notes(one)


def page_text(page: list[Part]) -> str:
    texts = [text for part in page for text in reading_texts(part)]
    return "\n".join([*texts, *(text for part in page for text in notes(part))])


# Formulas: what a reader reads, and what Typst and TeX take. HTML has none.
FORMULAS = [
    ("E = m c2", "E = m c^2", "E = m c^2"),
    ("x1 + x2 = 2 y", "x_1 + x_2 = 2 y", "x_1 + x_2 = 2 y"),
    ("f ( x ) = a x2 + b x + c", "f(x) = a x^2 + b x + c", "f(x) = a x^2 + b x + c"),
    ("U1 , U2", "U_1, U_2", "U_1, U_2"),
]


def sections(prose: Prose, count: int, sentences: int = 4) -> list[Part]:
    return [part for _ in range(count) for part in (Part("heading", prose.title()), Part("para", prose.paragraph(sentences)), Part("para", prose.paragraph(3)))]


def note(prose: Prose) -> Part:
    before, after = prose.paragraph(1), prose.paragraph(1)
    return Part("note", more=(before, after, prose.paragraph(1)))


def two_columns(prose: Prose) -> list[list[Part]]:
    return [[Part("title", prose.title()), Part("columns", more=tuple([*sections(prose, 2), note(prose)]))] for _ in range(2)]


def contents(prose: Prose) -> list[list[Part]]:
    titles = [prose.title() for _ in range(5)]
    entries = tuple((f"{at // 3 + 1}.{at % 3 + 1} {titles[at % len(titles)]}", str(3 + 7 * at)) for at in range(12))
    return [[Part("title", titles[0]), Part("contents", more=entries), Part("para", prose.paragraph(3))]]


def formulas(prose: Prose) -> list[list[Part]]:
    page: list[Part] = [Part("title", prose.title())]
    for formula in FORMULAS:
        page += [Part("para", prose.paragraph(2)), Part("formula", formula[0], formula)]
    return [page + [note(prose)]]


def letters(prose: Prose) -> list[list[Part]]:
    """Drop caps, letters set apart, small capitals."""
    return [[Part("tracked", prose.title().upper()), Part("drop", prose.paragraph(6)), Part("capitals", prose.title()), Part("para", prose.paragraph(5)),
             Part("tracked", prose.title().upper()), note(prose), Part("para", prose.paragraph(4))]]  # fmt: skip


def tables(prose: Prose) -> list[list[Part]]:
    words = re.findall(r"\w{4,}", prose.paragraph(6))
    rows = tuple((words[3 * at], words[3 * at + 1], str(17 * at + 4)) for at in range(8))
    items = tuple(f"{at + 1}. {prose.paragraph(1)}" for at in range(4))
    return [[Part("title", prose.title()), Part("para", prose.paragraph(3)), Part("table", more=rows), Part("list", more=items), note(prose)]]


def everything(prose: Prose) -> list[list[Part]]:
    return [*letters(prose)[:1], [Part("title", prose.title()), Part("columns", more=(Part("para", prose.paragraph(8)), Part("para", prose.paragraph(8))))]]


def plain(prose: Prose) -> list[list[Part]]:
    return [[Part("title", prose.title()), *sections(prose, 1, 4), Part("columns", more=(Part("para", prose.paragraph(6)), Part("para", prose.paragraph(6)))), Part("para", prose.paragraph(3))]]  # fmt: skip


# Typst

TYPST = """#set page(width: 420pt, height: 595pt, margin: 48pt)
#set text(font: "{font}", size: 9pt, lang: "{language}", hyphenate: true)
#set par(justify: true)
"""


def typst_text(text: str) -> str:
    return re.sub(r"([\\#$*_`<>@=/\-+~\[\]])", r"\\\1", text)


def typst(pages: list[list[Part]], language: str, folder: Path, font: str, head: str = "", tags: bool = True) -> Path:
    source = folder / "source.typ"
    heads = f'#set page(header: text(size: 8pt)[{typst_text(head)}], numbering: "1")\n' if head else ""
    source.write_text(TYPST.format(language=language, font=font) + heads + "\n#pagebreak()\n".join("\n".join(map(typst_part, page)) for page in pages))
    import typst as library

    target = folder / "typst.pdf"
    library.compile(str(source), output=str(target), pdf_tags=tags)
    return target


def untagged(*arguments: object, **more: object) -> Path:
    return typst(*arguments, **more, tags=False)


def typst_part(part: Part) -> str:
    text = typst_text(part.text)
    if part.kind == "title":
        return f"#text(size: 18pt)[{text}]\n\n"
    if part.kind == "heading":
        return f"#text(size: 11pt, weight: \"bold\")[{text}]\n\n"
    if part.kind == "tracked":
        return f"#text(size: 11pt, tracking: 3pt)[{text}]\n\n"
    if part.kind == "capitals":
        return f"#smallcaps[{text}]\n\n"
    if part.kind == "drop":
        return f"#grid(columns: (auto, 1fr), column-gutter: 3pt, text(size: 27pt)[{text[0]}], [{text[1:]}])\n\n"
    if part.kind == "note":
        before, after, below = map(typst_text, part.more)
        return f"{before}#footnote[{below}] {after}\n\n"
    if part.kind == "contents":
        return "".join(f"{typst_text(title)} #box(width: 1fr, repeat[.]) {number}\\\n" for title, number in part.more) + "\n"
    if part.kind == "formula":
        return f"$ {part.more[1]} $\n\n"
    if part.kind == "table":
        cells = ", ".join(f"[{typst_text(cell)}]" for row in part.more for cell in row)
        return f"#table(columns: 3, {cells})\n\n"
    if part.kind == "list":
        return "".join(f"{typst_text(item)}\n\n" for item in part.more)
    if part.kind in COLUMNS:
        return f"#columns({COLUMNS[part.kind]}, gutter: 14pt)[{''.join(map(typst_part, part.more))}]\n"
    if part.kind == "byline":
        return f"#emph[{text}]\n\n"
    if part.kind == "quote":
        return f"#block(inset: 6pt, text(size: 14pt, style: \"italic\")[{text}])\n\n"
    if part.kind == "figure":
        return f"#rect(width: 100%, height: 50pt, fill: silver)\n#text(size: 7pt)[{text}]\n\n"
    return text + "\n\n"


# TeX

TEX = r"""\documentclass[10pt]{article}
\usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}\usepackage{lmodern}\usepackage{multicol}\usepackage[tracking=true]{microtype}
\usepackage[paperwidth=420pt,paperheight=595pt,margin=48pt]{geometry}
\pagestyle{empty}\setlength\columnsep{16pt}\setlength\emergencystretch{2em}
\begin{document}
"""


def tex_text(text: str) -> str:
    return re.sub(r"([#$%&_{}])", r"\\\1", text)


def tex(pages: list[list[Part]], language: str, folder: Path, font: str, head: str = "") -> Path:
    source = folder / "tex.tex"
    heads = f"\\pagestyle{{myheadings}}\\markright{{{tex_text(head)}}}\n" if head else ""
    source.write_text(TEX + heads + "\\newpage\\setcounter{footnote}{0}\n".join("".join(map(tex_part, page)) for page in pages) + "\\end{document}\n")
    subprocess.run(["pdflatex", "-interaction=batchmode", source.name], cwd=folder, stdout=subprocess.DEVNULL, check=True)
    return source.with_suffix(".pdf")


def tex_part(part: Part) -> str:
    text = tex_text(part.text)
    if part.kind == "title":
        return f"{{\\LARGE {text}\\par\\bigskip}}\n"
    if part.kind == "heading":
        return f"{{\\bfseries\\large {text}\\par}}\n"
    if part.kind == "tracked":
        return f"{{\\large\\textls[250]{{{text}}}\\par\\medskip}}\n"
    if part.kind == "capitals":
        return f"\\textsc{{{text}}}\\par\n"
    if part.kind == "drop":
        return f"\\noindent\\hangindent=24pt\\hangafter=-2\\llap{{\\smash{{\\raisebox{{-11pt}}{{\\fontsize{{28}}{{28}}\\selectfont {text[0]}}}}}\\hspace{{3pt}}}}{text[1:]}\\par\n"
    if part.kind == "note":
        before, after, below = map(tex_text, part.more)
        return f"{before}\\footnote{{{below}}} {after}\\par\n"
    if part.kind == "contents":
        return "".join(f"\\noindent {tex_text(title)}\\dotfill {number}\\par\n" for title, number in part.more)
    if part.kind == "formula":
        return f"\\[ {part.more[2]} \\]\n"
    if part.kind == "table":
        rows = "\\\\ \\hline ".join(" & ".join(map(tex_text, row)) for row in part.more)
        return f"\\begin{{center}}\\begin{{tabular}}{{|l|l|r|}} \\hline {rows} \\\\ \\hline \\end{{tabular}}\\end{{center}}\n"
    if part.kind == "list":
        return "".join(f"\\noindent {tex_text(item)}\\par\n" for item in part.more)
    if part.kind in COLUMNS:
        return f"\\begin{{multicols}}{{{COLUMNS[part.kind]}}}{''.join(map(tex_part, part.more))}\\end{{multicols}}\n"
    if part.kind == "byline":
        return f"{{\\itshape {text}\\par}}\n"
    if part.kind == "quote":
        return f"{{\\raggedright\\Large\\itshape {text}\\par}}\n"
    if part.kind == "figure":
        return f"\\noindent\\rule{{\\linewidth}}{{40pt}}\\par{{\\footnotesize {text}\\par}}\n"
    return text + "\\par\n"


# HTML

STYLE = """@page { size: 420pt 595pt; margin: 48pt; HEAD } body { margin: 0; font: 9pt/1.25 'FONT'; hyphens: auto; text-align: justify }
.page { break-after: page } h1 { font: 18pt 'FONT' } h2 { font: bold 11pt 'FONT' } .tracked { font-size: 11pt; letter-spacing: 3pt }
.capitals { font-variant: small-caps } .drop::first-letter { float: left; font-size: 30pt; line-height: 26pt; padding-right: 3pt }
.columns { columns: 2; column-gap: 16pt } .columns3 { columns: 3; column-gap: 14pt } .byline { font-style: italic }
.quote { font: italic 14pt 'FONT'; text-align: left } .figure { height: 50pt; background: silver } .caption { font-size: 7pt } table { border-collapse: collapse } td { border: 1px solid; padding: 2pt 6pt }
.entry { display: flex } .entry i { flex: 1; font-style: normal }
sup { font-size: 6pt } .below { float: footnote; font-size: 7pt } .below::footnote-call, .below::footnote-marker { content: none } .end { font-size: 7pt; border-top: 1px solid }
"""


class HTML:
    """`floats`: the maker moves notes to the page's foot by itself."""

    def __init__(self, floats: bool, head: str = "") -> None:
        self.floats, self.head = floats, head

    def document(self, pages: list[list[Part]], language: str, font: str) -> str:
        body = "".join(f"<div class=page>{''.join(map(self.part, page))}{self.end(page)}</div>" for page in pages)
        direction = "rtl" if language == "ar" else "ltr"
        return f"<!DOCTYPE html><html lang={language} dir={direction}><meta charset=utf-8><title>Known text</title><style>{self.style(font)}</style>{body}"

    def style(self, font: str) -> str:
        head = f"@top-left {{ content: '{self.head}'; font-size: 8pt }} @bottom-right {{ content: counter(page); font-size: 8pt }}" if self.head else ""
        return STYLE.replace("FONT", font).replace("HEAD", head)

    def end(self, page: list[Part]) -> str:
        return "" if self.floats else "".join(f"<p class=end>{html.escape(text)}</p>" for part in page for text in notes(part))

    def part(self, part: Part) -> str:
        text = html.escape(part.text)
        if part.kind == "title":
            return f"<h1>{text}</h1>"
        if part.kind == "heading":
            return f"<h2>{text}</h2>"
        if part.kind in ("tracked", "capitals", "drop"):
            return f"<p class={part.kind}>{text}</p>"
        if part.kind == "note":
            before, after, below = map(html.escape, part.more)
            return f"<p>{before}<sup>1</sup> {after}</p>" + (f"<p class=below>1 {below}</p>" if self.floats else "")
        if part.kind == "contents":
            return "".join(f"<div class=entry><span>{html.escape(title)} . . . . . .</span><i></i><span>{number}</span></div>" for title, number in part.more)
        if part.kind == "formula":
            lowered = re.sub(r"(?<=[a-zA-Z])(\d)", r"<sub>\1</sub>", text)
            return f"<p>{lowered}</p>"
        if part.kind == "table":
            return "<table>" + "".join("<tr>" + "".join(f"<td>{html.escape(cell)}" for cell in row) for row in part.more) + "</table>"
        if part.kind == "list":
            return "".join(f"<p>{html.escape(item)}</p>" for item in part.more)
        if part.kind in COLUMNS:
            return f"<div class={part.kind}>{''.join(map(self.part, part.more))}</div>"
        if part.kind in ("byline", "quote"):
            return f"<p class={part.kind}>{text}</p>"
        if part.kind == "figure":
            return f"<div class=figure></div><p class=caption>{text}</p>"
        return f"<p>{text}</p>"


def weasyprint(pages: list[list[Part]], language: str, folder: Path, font: str, head: str = "") -> Path:
    import weasyprint as library

    target = folder / "weasyprint.pdf"
    library.HTML(string=HTML(floats=True, head=head).document(pages, language, font)).write_pdf(str(target))
    return target


def chromium(pages: list[list[Part]], language: str, folder: Path, font: str, head: str = "") -> Path:
    source = folder / "page.html"
    source.write_text(HTML(floats=False, head=head).document(pages, language, font))
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}", "--no-pdf-header-footer"]
    target = folder / "chromium.pdf"
    subprocess.run(["chromium-headless-shell", *options, f"--print-to-pdf={target}", source.as_uri()], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True, timeout=60)  # fmt: skip
    return target


# groff


def groff(pages: list[list[Part]], language: str, folder: Path, font: str, head: str = "") -> Path:
    source = folder / "groff.ms"
    lines = [".nr PS 9", ".nr VS 11", ".nr LL 4.6i", ".nr PO 0.7i", ".ds CH", ".ds CF"]
    for number, page in enumerate(pages):
        lines += [".1C", ".bp"] if number else []
        for part in page:
            lines += groff_part(part)
    source.write_text("\n".join(lines) + "\n")
    made = subprocess.run(["groff", "-ms", "-Tpdf", "-Kutf8", source.name], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    target = folder / "groff.pdf"
    target.write_bytes(made.stdout)
    return target


def groff_part(part: Part) -> list[str]:
    text = re.sub(r"^([.'])", r"\\&\1", part.text.replace("\\", "\\e"))
    if part.kind in ("title", "heading"):
        size = {"title": 18, "heading": 11}[part.kind]
        return [f".LP", f"\\s{size}{text}\\s0" if size < 10 else f"\\s[{size}]{text}\\s0"]
    if part.kind == "note":
        before, after, below = part.more
        return [".LP", f"{before}\\*{{1\\*}}", ".FS", f"1 {below}", ".FE", after]
    if part.kind == "columns":
        return [".2C", *(line for one in part.more for line in groff_part(one)), ".1C"]
    if part.kind == "list":
        return [line for item in part.more for line in (".LP", item)]
    return [".LP", text]


Maker = Callable[..., Path]  # pages, language, folder, font and running head
DOCUMENTS: list[tuple[str, Maker, Callable[[Prose], list[list[Part]]], str, str, bool]] = [
    # name, maker, kind, language, font, held out
    ("Typst columns", typst, two_columns, "en", "EB Garamond", False),
    ("Typst contents", typst, contents, "de", "Libertinus Serif", False),
    ("Typst formulas", typst, formulas, "fr", "Libertinus Serif", True),
    ("Typst letters", typst, letters, "fr", "EB Garamond", False),
    ("Typst tables", typst, tables, "es", "Libertinus Serif", True),
    ("Typst Japanese", typst, plain, "ja", "IPAMincho", False),
    ("Typst columns, untagged", untagged, two_columns, "en", "EB Garamond", False),
    ("Typst letters, untagged", untagged, letters, "de", "EB Garamond", False),
    ("Typst tables, untagged", untagged, tables, "fr", "Libertinus Serif", True),
    ("TeX columns", tex, two_columns, "de", "", True),
    ("TeX contents", tex, contents, "en", "", False),
    ("TeX formulas", tex, formulas, "en", "", False),
    ("TeX letters", tex, letters, "es", "", True),
    ("TeX tables", tex, tables, "fr", "", False),
    ("weasyprint columns", weasyprint, two_columns, "pl", "DejaVu Serif", False),
    ("weasyprint letters", weasyprint, letters, "en", "EB Garamond", True),
    ("weasyprint contents", weasyprint, contents, "es", "DejaVu Sans", False),
    ("weasyprint Arabic", weasyprint, plain, "ar", "Amiri", True),
    ("Chromium columns", chromium, two_columns, "es", "EB Garamond", False),
    ("Chromium letters", chromium, letters, "de", "Lato", False),
    ("Chromium tables", chromium, tables, "pl", "DejaVu Sans", True),
    ("Chromium Arabic", chromium, plain, "ar", "Amiri", False),
    ("groff columns", groff, two_columns, "en", "", False),
    ("groff plain", groff, plain, "es", "", True),
]


def make(folder: Path) -> tuple[list[Known], list[str]]:
    """The documents that can be made with what is installed, and a sentence about each of the others."""
    made, missing = [], []
    for seed, (name, maker, kind, language, font, is_held_out) in enumerate(DOCUMENTS):
        place = folder / name.replace(" ", "-").replace(",", "")
        place.mkdir(parents=True, exist_ok=True)
        pages = kind(Prose(language, seed))
        try:
            file = maker(pages, language, place, font)
        except (ImportError, FileNotFoundError, subprocess.SubprocessError) as error:
            missing.append(f"{name}: not made: {error}")
            continue
        target = folder / f"{place.name}.pdf"
        shutil.move(file, target)
        phrases = [part.text for page in pages for part in page for part in (part, *(part.more if part.kind == "columns" else ())) if part.kind in ("title", "heading", "tracked", "capitals")]  # fmt: skip
        made.append(Known(name, target, [page_text(page) for page in pages], is_held_out, phrases))
    return made, missing
