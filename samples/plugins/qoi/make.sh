#!/bin/sh
# Build the plugin: make.sh OUTDIR, into which the library and its manifest go.
# BUILD names a folder for what is built on the way; without it that is .build, beside this.
set -eu

if [ $# -ne 1 ]; then
    echo "usage: make.sh OUTDIR" >&2
    exit 2
fi
mkdir -p "$1"
out=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
build=${BUILD:-$here/.build}

# The plan of an earlier build does not know files that Recto has since.
rm -f "$build/release.yaml"

# Swift's own libraries go into the plugin, so that it runs where no Swift is installed. It then
# has a runtime of its own beside the host's: nothing but its entry point is visible, and nothing
# in it is taken from outside that it has itself.
swift build --package-path "$here" --scratch-path "$build" -c release -Xswiftc -static-stdlib \
    --product qoi-plugin \
    -Xlinker --version-script="$here/exports.map" -Xlinker -Bsymbolic -Xlinker -s
install -m 644 "$build/release/libqoi-plugin.so" "$here/qoi.recto-plugin.json" "$out"
echo "$out/libqoi-plugin.so"
