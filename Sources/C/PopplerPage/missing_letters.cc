// Finds text that is drawn as boxes: a font that is not embedded is replaced with one of the system, which may
// lack letters of Chinese, Japanese or Korean.

#include "missing_letters.h"

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

bool hasLetter(const GfxFontLoc &file, FT_ULong letter) {
  FT_Library library = nullptr;
  FT_Face face = nullptr;
  if (FT_Init_FreeType(&library) != 0) return true;
  bool has = FT_New_Face(library, file.path.c_str(), file.fontNum, &face) != 0 || FT_Get_Char_Index(face, letter) != 0;
  FT_Done_FreeType(library); // with its faces
  return has;
}

// The script whose letters are missing; null where they are not, or where it is not known.
const Script *missingScript(GfxFont &font, XRef *xref) {
  Ref embedded;
  if (!font.isCIDFont() || font.getEmbeddedFontID(&embedded)) return nullptr;
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
  static thread_local std::weak_ptr<GfxFont> last;
  static thread_local const Script *ofLast = nullptr;
  if (!font) return;
  if (font != last.lock()) {
    ofLast = missingScript(*font, xref);
    last = font;
  }
  if (!ofLast) return;
  const std::string name = font->getName() ? *font->getName() : "";
  complainOfGlyphs("no font stands in for " + name + " with " + ofLast->name + " letters");
}

} // namespace recto
