"""What cairo cannot say in a PDF: its language, and what its figures show.

Both are appended as an update of the file (ISO 32000-2, 7.5.6), so that the
bytes before it stay cairo's.
"""

import re

OBJECT = rb"(?m)^%d 0 obj\n(<<.*?>>)\nendobj"
FIGURE = re.compile(rb"(?m)^(\d+) 0 obj\n(<<(?:(?!endobj).)*?/S /Figure\b.*?>>)\nendobj", re.DOTALL)


def add(path, language, alternatives):
    """State the language, and for each figure in the order of the tags what it shows."""
    data = path.read_bytes()
    root = int(re.search(rb"/Root (\d+) 0 R", data).group(1))
    catalog = re.search(OBJECT % root, data, re.DOTALL).group(1)
    figures = FIGURE.findall(data)
    if len(figures) != len(alternatives):
        raise SystemExit(f"{len(figures)} figures in {path}, {len(alternatives)} texts for them")
    changed = {root: entry(catalog, b"/Lang", language)}
    for (number, element), text in zip(figures, alternatives):
        changed[int(number)] = entry(element, b"/Alt", text)
    path.write_bytes(data + update(data, root, changed))


def entry(dictionary, key, text):
    return dictionary[:-2] + b" %s (%s)\n>>" % (key, text.encode("ascii"))


def update(data, root, objects):
    body, offsets = b"", {}
    for number, content in sorted(objects.items()):
        offsets[number] = len(data) + len(body)
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%d 1\n%010d 00000 n \n" % entry for entry in sorted(offsets.items()))
    size = re.findall(rb"/Size (\d+)", data)[-1]
    info = re.search(rb"/Info \d+ 0 R", data).group()
    previous = re.findall(rb"startxref\n(\d+)", data)[-1]
    start = len(data) + len(body)
    return body + b"xref\n%strailer\n<< /Size %s /Root %d 0 R %s /Prev %s >>\nstartxref\n%d\n%%%%EOF\n" % (
        table, size, root, info, previous, start)
