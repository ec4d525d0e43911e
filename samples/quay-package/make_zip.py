"""Pack a folder as a ZIP archive with the same bytes for the same content: make_zip.py DIR OUT.zip"""

import sys
import zipfile
from pathlib import Path


def pack(folder, path):
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(p for p in Path(folder).rglob("*") if p.is_file()):
            entry = zipfile.ZipInfo(str(file.relative_to(folder)), (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o100644 << 16
            stored = file.suffix in (".png", ".pdf")
            entry.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            archive.writestr(entry, file.read_bytes())


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    pack(sys.argv[1], sys.argv[2])
