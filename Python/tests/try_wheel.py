"""What an installed wheel must be able to do: try_wheel.py SAMPLE DOCUMENT

Opens a PDF, a comic book and a Markdown file that are made here, and runs the code of the tutorial.
"""

import pathlib
import re
import shutil
import sys
import zipfile

import numpy

import recto


def check(path: str, pages: int, word: str | None) -> None:
    with recto.open(path) as issue:
        pixels = numpy.asarray(issue[0].render(dpi=72))
        assert len(issue) == pages, (path, len(issue))
        assert pixels.min() < 100 < 200 < pixels.max(), (path, pixels.min(), pixels.max())
        assert word is None or word in issue[0].text, (path, issue[0].text)
        print(f"{path}: {issue.info.format}, {issue.info.backend}, {len(issue)} pages, {pixels.shape}")


def main(sample: str, document: str) -> None:
    print("recto", recto.__version__, "from", recto.__file__)
    shutil.copy(sample, "issue.pdf")
    check("issue.pdf", 8, None)
    with recto.open("issue.pdf") as issue:
        issue[1].render(dpi=50).to_pil().save("page.png")
    with zipfile.ZipFile("comic.cbz", "w") as archive:
        archive.write("page.png", "1.png")
        archive.write("page.png", "2.png")
    check("comic.cbz", 2, None)
    pathlib.Path("story.md").write_text("# A story\n\nThe harbor at night, *slanted* and **bold**.\n")
    check("story.md", 1, "harbor")
    names: dict = {"__name__": "tutorial"}
    for block in re.findall(r"```python\n(.*?)```", pathlib.Path(document).read_text(), re.S):
        exec(compile(block, document, "exec"), names)
    with zipfile.ZipFile("book.epub", "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
    try:
        recto.open("book.epub")
    except recto.RectoError as error:
        print(f"book.epub: {error}")
    print("all passed")


if __name__ == "__main__":
    main(*sys.argv[1:])
