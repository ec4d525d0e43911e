// Reads letters of glyphs from the font. A composite font may name its glyphs by number and have no map to
// Unicode (ISO 32000-2, 9.10.3); the TrueType file that is embedded often still maps letters to glyphs.

#include "glyph_letters.h"

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include <goo/GooString.h>
#include <ft2build.h>
#include FT_FREETYPE_H

namespace recto {

namespace {

using Letters = std::unordered_map<FT_UInt, Unicode>;

// The number of fonts whose letters a thread remembers.
constexpr size_t mostKnown = 16;
// The maximum number of letters that are read of a font.
constexpr int mostLetters = 100000;

// True for letters that others can read: no control and none for private use.
bool isReadable(FT_ULong letter) {
  bool isPrivate = (letter >= 0xE000 && letter <= 0xF8FF) || letter >= 0xF0000;
  return letter >= 0x20 && !(letter >= 0x7F && letter < 0xA0) && !isPrivate;
}

// The letters of glyphs by FreeType's `FT_Get_Next_Char`, of several the first one.
Letters lettersOf(const std::vector<unsigned char> &file) {
  Letters letters;
  FT_Library library = nullptr;
  FT_Face face = nullptr;
  if (FT_Init_FreeType(&library) != 0) return letters;
  if (FT_New_Memory_Face(library, file.data(), static_cast<FT_Long>(file.size()), 0, &face) == 0 &&
      FT_Select_Charmap(face, FT_ENCODING_UNICODE) == 0) {
    FT_UInt glyph = 0;
    FT_ULong letter = FT_Get_First_Char(face, &glyph);
    for (int count = 0; glyph != 0 && count < mostLetters; count++) {
      if (isReadable(letter)) letters.emplace(glyph, static_cast<Unicode>(letter));
      letter = FT_Get_Next_Char(face, letter, &glyph);
    }
  }
  FT_Done_FreeType(library); // with its faces
  return letters;
}

Letters lettersOf(GfxFont &font, XRef *xref) {
  Ref embedded;
  bool isTrueType = font.getType() == fontCIDType2 || font.getType() == fontCIDType2OT;
  if (!isTrueType || !font.getEmbeddedFontID(&embedded)) return {};
  std::optional<std::vector<unsigned char>> file = font.readEmbFontFile(xref);
  return file ? lettersOf(*file) : Letters();
}

} // namespace

bool statesNumbersOnly(const std::shared_ptr<GfxFont> &font) {
  if (!font || !font->isCIDFont() || font->hasToUnicodeCMap()) return false;
  const GooString *collection = static_cast<const GfxCIDFont &>(*font).getCollection();
  return collection && collection->cmp("Adobe-Identity") == 0;
}

Unicode letterOfGlyph(const std::shared_ptr<GfxFont> &font, CharCode cid, XRef *xref) {
  static thread_local std::map<std::weak_ptr<GfxFont>, Letters, std::owner_less<>> known;
  if (!font || !font->isCIDFont()) return 0;
  auto found = known.find(font);
  if (found == known.end()) {
    if (known.size() >= mostKnown) known.clear();
    found = known.emplace(font, lettersOf(*font, xref)).first;
  }
  if (found->second.empty()) return 0;
  const auto &composite = static_cast<const GfxCIDFont &>(*font);
  unsigned int mapped = composite.getCIDToGIDLen();
  if (mapped > 0 && cid >= mapped) return 0;
  FT_UInt glyph = mapped > 0 ? static_cast<FT_UInt>(composite.getCIDToGID()[cid]) : cid;
  auto letter = found->second.find(glyph);
  return letter == found->second.end() ? 0 : letter->second;
}

} // namespace recto
