// Finds text that is drawn as boxes: a font that is not embedded is replaced with one of the system, which may
// lack letters of Chinese, Japanese or Korean.

#include "missing_letters.h"

#include <map>
#include <optional>
#include <string>

#include <goo/GooString.h>
#include <ft2build.h>
#include FT_FREETYPE_H

#include "complaints.h"

namespace recto {

namespace {

// A character collection (ISO 32000-2, 9.7.3), and a letter that is in all fonts of its script and in no others.
struct Script {
  const char *collection;
  FT_ULong letter;
  const char *name;
};

constexpr Script scripts[] = {
    {"Adobe-GB1", 0x4EEC, "Chinese"},   {"Adobe-CNS1", 0x5011, "Chinese"}, {"Adobe-Japan1", 0x306E, "Japanese"},
    {"Adobe-Korea1", 0xAC00, "Korean"}, {"Adobe-KR", 0xAC00, "Korean"},
};

// The number of fonts whose missing letters a thread remembers.
constexpr size_t mostKnown = 64;

bool hasLetter(const GfxFontLoc &file, FT_ULong letter) {
  FT_Library library = nullptr;
  FT_Face face = nullptr;
  if (FT_Init_FreeType(&library) != 0) return true;
  bool has = FT_New_Face(library, file.path.c_str(), file.fontNum, &face) != 0 || FT_Get_Char_Index(face, letter) != 0;
  FT_Done_FreeType(library); // with its faces
  return has;
}

// The script whose letters a CID font lacks; null where it has them, or where it is not known.
const Script *missingScript(GfxFont &font, XRef *xref) {
  Ref embedded;
  if (font.getEmbeddedFontID(&embedded)) return nullptr;
  const GooString *collection = static_cast<GfxCIDFont &>(font).getCollection();
  for (const Script &script : scripts) {
    if (!collection || collection->cmp(script.collection) != 0) continue;
    std::optional<GfxFontLoc> file = font.locateFont(xref, nullptr);
    bool isReplaced = file && file->locType == gfxFontLocExternal;
    return isReplaced && !hasLetter(*file, script.letter) ? &script : nullptr;
  }
  return nullptr;
}

} // namespace

void noteDrawnFont(const std::shared_ptr<GfxFont> &font, XRef *xref) {
  // Looking for the file that stands in takes milliseconds, and a line may change fonts at each word.
  static thread_local std::map<std::weak_ptr<GfxFont>, const Script *, std::owner_less<>> known;
  if (!font || !font->isCIDFont()) return;
  auto found = known.find(font);
  if (found == known.end()) {
    if (known.size() >= mostKnown) known.clear();
    found = known.emplace(font, missingScript(*font, xref)).first;
  }
  if (!found->second) return;
  const std::string name = font->getName() ? *font->getName() : "";
  complainOfGlyphs("no font stands in for " + name + " with " + found->second->name + " letters");
}

} // namespace recto
