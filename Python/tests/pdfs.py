"""PDFs that tests make."""


def pdf(objects: list[str | tuple[str, bytes]], root: int = 1) -> bytes:
    """A file of objects, numbered from 1; a pair is a dictionary and the bytes of its stream."""
    data = bytearray(b"%PDF-1.7\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(data))
        if isinstance(content, tuple):
            entries, stream = content
            body = b"<< %s /Length %d >>\nstream\n%s\nendstream" % (entries.encode(), len(stream), stream)
        else:
            body = content.encode("latin-1")
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for place in places:
        data += b"%010d 00000 n \n" % place
    data += b"trailer << /Size %d /Root %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, root, start)
    return bytes(data)


def form(attachments: dict[str, bytes]) -> bytes:
    """A page with a text field, a note, a picture and a layer of its own, and these files."""
    page = (
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Annots [6 0 R 7 0 R] "
        "/Resources << /XObject << /I 5 0 R >> /Properties << /L 8 0 R >> >> >>")
    content = b"q 36 0 0 36 10 50 cm /I Do Q /OC /L BDC 1 0 0 rg 100 10 20 20 re f EMC"
    pixels = bytes(range(0, 192))
    objects: list[str | tuple[str, bytes]] = [
        "", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", page, ("", content),
        ("/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceRGB /BitsPerComponent 8", pixels),
        "<< /Type /Annot /Subtype /Text /Rect [150 70 170 90] /Contents (Check the tide) /T (Ida) /C [1 0 0] >>",
        "<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /V (Ada) /Rect [60 60 140 80] /DA (/Helv 12 Tf 0 g) >>",
        "<< /Type /OCG /Name (Labels) >>",
    ]
    names = ""
    for name, data in attachments.items():
        objects.append((f"/Type /EmbeddedFile /Params << /Size {len(data)} >>", data))
        file = len(objects)
        objects.append(f"<< /Type /Filespec /F ({name}) /UF ({name}) /EF << /F {file} 0 R >> >>")
        names += f"({name}) {len(objects)} 0 R "
    objects[0] = (
        "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [7 0 R] >> "
        "/OCProperties << /OCGs [8 0 R] /D << /Order [8 0 R] >> >> "
        f"/Names << /EmbeddedFiles << /Names [{names}] >> >> >>")
    return pdf(objects)
