"""Makes a wheel of the package: make_wheel.py BUILT FOLDER

BUILT has `recto` and `libCRecto.so`, such as .build/release. The wheel carries both and needs the
system's libraries: it is tagged for this platform and is none of manylinux.
"""

import base64
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

HERE = pathlib.Path(__file__).parent


def files(built: pathlib.Path, scratch: pathlib.Path) -> dict[str, tuple[bytes, int]]:
    """The content and mode of each file, by its path in the wheel."""
    found = {
        f"recto/{path.name}": (path.read_bytes(), 0o644)
        for path in sorted((HERE / "recto").iterdir()) if path.suffix == ".py" or path.name == "py.typed"
    }
    for source, target in (("recto", "recto"), ("libCRecto.so", "librecto.so.0")):
        stripped = scratch / target
        # Without the sources, symbols of functions have no use.
        if shutil.which("strip"):
            subprocess.run(
                ["strip", "--strip-unneeded", "-o", stripped, built / source], check=True)
        else:
            shutil.copy(built / source, stripped)
        found[f"recto/lib/{target}"] = (stripped.read_bytes(), 0o755)
    return found


def main(built: str, folder: str) -> None:
    version = re.search(r'"(.+)"', (HERE / "recto/_version.py").read_text())[1]
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    tag = f"py3-none-{platform}"
    name = f"recto-{version}"
    information = f"{name}.dist-info"
    with tempfile.TemporaryDirectory() as scratch:
        content = files(pathlib.Path(built), pathlib.Path(scratch))
    content[f"{information}/METADATA"] = ((
        f"Metadata-Version: 2.1\nName: recto\nVersion: {version}\nRequires-Python: >=3.10\n"
        "Summary: Publications as page images and page text, from sandboxed worker processes\n"
        "Provides-Extra: numpy\nRequires-Dist: numpy; extra == 'numpy'\n").encode(), 0o644)
    content[f"{information}/WHEEL"] = ((
        "Wheel-Version: 1.0\nGenerator: recto\nRoot-Is-Purelib: false\n"
        f"Tag: {tag}\n").encode(), 0o644)
    content[f"{information}/LICENSE"] = ((HERE.parent / "LICENSE").read_bytes(), 0o644)
    record = [
        f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')},"
        f"{len(data)}" for path, (data, _) in content.items()
    ] + [f"{information}/RECORD,,"]
    content[f"{information}/RECORD"] = (("\n".join(record) + "\n").encode(), 0o644)
    target = pathlib.Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    wheel = target / f"{name}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, (data, mode) in content.items():
            entry = zipfile.ZipInfo(path)
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    print(f"{wheel} ({wheel.stat().st_size >> 20} MiB)")


if __name__ == "__main__":
    main(*sys.argv[1:])
