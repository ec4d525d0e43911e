// Reads letters of glyphs from the font. A composite font may name its glyphs by number and have no map to
// Unicode (ISO 32000-2, 9.10.3); the TrueType file that is embedded often still maps letters to glyphs.

#include "glyph_letters.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <vector>

#include <goo/GooString.h>
#include <ft2build.h>
#include FT_FREETYPE_H

namespace recto {

namespace {

// The letters of glyphs, by number; 0 for glyphs without one.
using Letters = std::vector<Unicode>;

struct KnownFont {
  std::weak_ptr<GfxFont> font;
  Letters letters;
};

// The number of fonts whose letters a thread remembers, each in 512 KiB at most.
constexpr size_t mostKnown = 64;
// The maximum number of letters that are read of a font: more than a font has glyphs (65,535).
constexpr int mostLetters = 100000;
constexpr FT_UInt lastGlyph = 0xFFFF;

// True for a letter with a public meaning: not a control character, not a surrogate and not for private use.
bool isReadable(FT_ULong letter) {
  bool isSurrogate = letter >= 0xD800 && letter <= 0xDFFF;
  bool isPrivate = (letter >= 0xE000 && letter <= 0xF8FF) || letter >= 0xF0000;
  return letter >= 0x20 && !(letter >= 0x7F && letter < 0xA0) && !isSurrogate && !isPrivate;
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
      if (isReadable(letter) && glyph <= lastGlyph) {
        if (glyph >= letters.size()) letters.resize(glyph + 1);
        if (letters[glyph] == 0) letters[glyph] = static_cast<Unicode>(letter);
      }
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

// The letters of a font, which the thread remembers; of more than `mostKnown` fonts it forgets the oldest.
const Letters &knownLetters(const std::shared_ptr<GfxFont> &font, XRef *xref) {
  static thread_local std::deque<KnownFont> known;
  auto found = std::find_if(known.begin(), known.end(), [&font](const KnownFont &other) {
    return !other.font.owner_before(font) && !font.owner_before(other.font);
  });
  if (found != known.end()) return found->letters;
  if (known.size() >= mostKnown) known.pop_front();
  known.push_back({font, lettersOf(*font, xref)});
  return known.back().letters;
}

} // namespace

bool hasOnlyNumbers(const std::shared_ptr<GfxFont> &font) {
  if (!font || !font->isCIDFont() || font->hasToUnicodeCMap()) return false;
  const GooString *collection = static_cast<const GfxCIDFont &>(*font).getCollection();
  return collection && collection->cmp("Adobe-Identity") == 0;
}

Unicode letterOfGlyph(const std::shared_ptr<GfxFont> &font, CharCode cid, XRef *xref) {
  if (!font || !font->isCIDFont()) return 0;
  const Letters &letters = knownLetters(font, xref);
  if (letters.empty()) return 0;
  const auto &composite = static_cast<const GfxCIDFont &>(*font);
  unsigned int mapped = composite.getCIDToGIDLen();
  if (mapped > 0 && cid >= mapped) return 0;
  FT_UInt glyph = mapped > 0 ? static_cast<FT_UInt>(composite.getCIDToGID()[cid]) : cid;
  return glyph < letters.size() ? letters[glyph] : 0;
}

} // namespace recto
