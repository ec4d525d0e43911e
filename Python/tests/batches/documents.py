"""PDFs made by hand: small, each with its own text."""

import os
import pathlib
import subprocess


def pdf(pages: int, title: str) -> bytes:
    """A PDF with a line of text and a rule on each page; the number of the page is in the text."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>"]
    kids = " ".join(f"{4 + 2 * page} 0 R" for page in range(pages))
    objects.append(f"<< /Type /Pages /Kids [{kids}] /Count {pages} >>".encode())
    objects.append(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    for page in range(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 280] /Contents {5 + 2 * page} 0 R "
            "/Resources << /Font << /F 3 0 R >> >> >>".encode())
        content = (
            f"BT /F 11 Tf 20 240 Td ({title}, page {page}) Tj ET "
            f"0.2 0.4 {page % 7 / 7:.2f} rg 20 40 {20 + page % 100} 60 re f").encode()
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    made = bytearray(b"%PDF-1.4\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(made)
    made += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    made += b"".join(b"%010d 00000 n \n" % place for place in places)
    made += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(made)


def encrypted(path: pathlib.Path, pages: int, user: str, owner: str) -> None:
    """Writes a PDF with these passwords, the first of which opens it. Calls qpdf."""
    plain = path.with_suffix(".plain")
    plain.write_bytes(pdf(pages, "encrypted"))
    subprocess.run(["qpdf", "--encrypt", user, owner, "256", "--", str(plain), str(path)], check=True)
    plain.unlink()


def broken() -> dict[str, bytes]:
    """Documents that have no pages, by name; those of the corpora where these are at hand."""
    made: dict[str, bytes] = {}
    corpora = os.environ.get("RECTO_CORPORA")
    for name in (
        "encrypted_user", "xrefstream_size_lie", "mediabox_2e31", "header_only", "objstm_self_length",
        "flate_flate_1gb", "form_exponential",
    ):
        path = pathlib.Path(corpora or "", f"hostile/pdf/{name}.pdf")
        made[f"{name}.pdf"] = path.read_bytes() if corpora else pdf(2, name)[: 60 + len(name)]
    return made | {
        "empty.pdf": b"", "noise.pdf": bytes((7 * n * n + n) % 251 for n in range(5000)),
        "header.pdf": b"%PDF-1.7\nnothing else"}
