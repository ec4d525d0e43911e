// Interposes Fontconfig's function that lists fonts, to choose better ones for those that are not embedded.
//
// Poppler draws text with the first font of that list. The rules of Debian's URW fonts put dingbats first for
// fonts that count as "fantasy", such as Impact. Here the fonts without Latin letters that head the list move to
// its end, unless the font's name or an alias of it asks for them, as ZapfDingbats does.

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <string_view>

#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H

namespace {

const FcChar8 *familyOf(const FcPattern *font) {
  FcChar8 *family = nullptr;
  return FcPatternGetString(font, FC_FAMILY, 0, &family) == FcResultMatch ? family : nullptr;
}

// True if the wish names the font's family, or an alias of it.
bool isNamed(const FcPattern *font, const FcPattern *wish) {
  const FcChar8 *family = familyOf(font);
  FcValue named;
  FcValueBinding binding;
  for (int i = 0; family && FcPatternGetWithBinding(wish, FC_FAMILY, i, &named, &binding) == FcResultMatch; i++)
    if (binding != FcValueBindingWeak && named.type == FcTypeString && FcStrCmpIgnoreCase(named.u.s, family) == 0)
      return true;
  return false;
}

// True if the font's "A" is what the encodings of ZapfDingbats and Symbol have in its place (ISO 32000-2, D.5
// and D.6). Fontconfig takes such fonts of URW for fonts of Latin letters.
bool hasSymbolForLetter(const FcPattern *font) {
  FcChar8 *file = nullptr;
  int index = 0;
  FT_Library library = nullptr;
  if (FcPatternGetString(font, FC_FILE, 0, &file) != FcResultMatch || FT_Init_FreeType(&library) != 0) return false;
  FcPatternGetInteger(font, FC_INDEX, 0, &index);
  FT_Face face = nullptr;
  std::array<char, 16> name{};
  if (FT_New_Face(library, reinterpret_cast<const char *>(file), index, &face) == 0 && FT_HAS_GLYPH_NAMES(face))
    FT_Get_Glyph_Name(face, FT_Get_Char_Index(face, 'A'), name.data(), name.size());
  FT_Done_FreeType(library); // with its faces
  const std::string_view letter = name.data();
  return letter == "a10" || letter == "Alpha";
}

bool hasLatinLetters(const FcPattern *font) {
  FcCharSet *characters = nullptr;
  if (FcPatternGetCharSet(font, FC_CHARSET, 0, &characters) != FcResultMatch) return true;
  return (FcCharSetHasChar(characters, 'A') || FcCharSetHasChar(characters, 'a')) && !hasSymbolForLetter(font);
}

} // namespace

extern "C" __attribute__((visibility("default"))) FcFontSet *FcFontSort(
    FcConfig *configuration, FcPattern *wish, FcBool isTrimmed, FcCharSet **characters, FcResult *result) {
  using Sort = FcFontSet *(*)(FcConfig *, FcPattern *, FcBool, FcCharSet **, FcResult *);
  static const auto original = reinterpret_cast<Sort>(dlsym(RTLD_NEXT, "FcFontSort"));
  FcFontSet *set = original(configuration, wish, isTrimmed, characters, result);
  if (!set) return set;
  FcPattern **end = set->fonts + set->nfont;
  FcPattern **first = std::find_if(
      set->fonts, end, [&](FcPattern *font) { return isNamed(font, wish) || hasLatinLetters(font); });
  std::rotate(set->fonts, first, end);
  return set;
}
