"""Documents that Debian packages bring, by many programs: for figures that no one has tuned recto for.

Those that are held out are not to be profiled: they show if what helps the others helps in general.
"""

from __future__ import annotations

import gzip
import shutil
from dataclasses import dataclass
from pathlib import Path

DOCS = Path("/usr/share/doc")


@dataclass(frozen=True)
class General:
    package: str
    path: str  # below /usr/share/doc; perhaps compressed there
    is_held_out: bool = False

    @property
    def file(self) -> Path | None:
        """Where it is installed, or None."""
        return next((path for path in (DOCS / self.path, DOCS / f"{self.path}.gz") if path.exists()), None)


GENERAL = [
    General("asymptote-doc", "asymptote/asymptote.pdf"),
    General("fonts-hosny-amiri", "fonts-hosny-amiri/Documentation-Arabic.pdf"),
    General("ghostscript-doc", "ghostscript/GS9_Color_Management.pdf"),
    General("graphviz-doc", "graphviz/pdf/dotguide.pdf"),
    General("gri-pdf-doc", "gri/gri.pdf"),
    General("libhyphen-dev", "libhyphen-dev/tb87nemeth.pdf"),
    General("liblcms2-dev", "liblcms2-dev/LittleCMS2.14 API.pdf"),
    General("libtasn1-doc", "libtasn1-doc/libtasn1.pdf"),
    General("nettle-dev", "nettle-dev/nettle.pdf"),
    General("python-reportlab-doc", "python-reportlab-doc/reportlab-userguide.pdf"),
    General("valgrind", "valgrind/valgrind_manual.pdf"),
    General("xfig-doc", "xfig/xfig_ref_en.pdf"),
    General("asymptote-doc", "asymptote/CAD.pdf", is_held_out=True),
    General("bzip2", "bzip2/manual.pdf", is_held_out=True),
    General("fontconfig", "fontconfig/fontconfig-user.pdf", is_held_out=True),
    General("gnuplot-doc", "gnuplot/gnuplot.pdf", is_held_out=True),
    General("graphviz-doc", "graphviz/pdf/neatoguide.pdf", is_held_out=True),
    General("graphviz-doc", "graphviz/pdf/smyrna.pdf", is_held_out=True),
    General("shared-mime-info", "shared-mime-info/shared-mime-info-spec.pdf", is_held_out=True),
    General("zlib1g-dev", "zlib1g-dev/crc-doc.1.0.pdf", is_held_out=True),
]


def unpack(documents: list[General], folder: Path) -> tuple[list[Path], list[str]]:
    """Copies those that are installed to `folder`, and says which are not."""
    files, notes = [], []
    for one in documents:
        if not one.file:
            notes.append(f"{one.path} is missing: install {one.package}.")
            continue
        target = folder / Path(one.path).name.replace(" ", "_")
        with gzip.open(one.file) if one.file.suffix == ".gz" else one.file.open("rb") as source, target.open("wb") as copy:
            shutil.copyfileobj(source, copy)
        files.append(target)
    return files, notes
