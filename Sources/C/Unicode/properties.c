#include "CRectoUnicode.h"

#include <unicode/uchar.h>

bool unicode_is_emoji(uint32_t scalar) { return u_hasBinaryProperty((UChar32)scalar, UCHAR_EMOJI); }

bool unicode_is_emoji_presentation(uint32_t scalar) {
  return u_hasBinaryProperty((UChar32)scalar, UCHAR_EMOJI_PRESENTATION);
}

bool unicode_is_emoji_modifier_base(uint32_t scalar) {
  return u_hasBinaryProperty((UChar32)scalar, UCHAR_EMOJI_MODIFIER_BASE);
}

bool unicode_is_extended_pictographic(uint32_t scalar) {
  return u_hasBinaryProperty((UChar32)scalar, UCHAR_EXTENDED_PICTOGRAPHIC);
}

bool unicode_is_default_ignorable(uint32_t scalar) {
  return u_hasBinaryProperty((UChar32)scalar, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

bool unicode_is_enclosing_mark(uint32_t scalar) {
  return u_charType((UChar32)scalar) == U_ENCLOSING_MARK;
}

int32_t unicode_vertical_orientation(uint32_t scalar) {
  return u_getIntPropertyValue((UChar32)scalar, UCHAR_VERTICAL_ORIENTATION);
}
