#include "CRectoUnicode.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

uint16_t unicode_script(uint32_t scalar) {
  UErrorCode status = U_ZERO_ERROR;
  UScriptCode script = uscript_getScript((UChar32)scalar, &status);
  return U_FAILURE(status) || script < 0 ? USCRIPT_COMMON : (uint16_t)script;
}

uint32_t unicode_script_tag(uint16_t script) {
  const char *name = uscript_getShortName((UScriptCode)script);
  if (!name || !name[0] || !name[1] || !name[2] || !name[3]) name = "Zyyy";
  return (uint32_t)(uint8_t)name[0] << 24 | (uint32_t)(uint8_t)name[1] << 16 |
      (uint32_t)(uint8_t)name[2] << 8 | (uint32_t)(uint8_t)name[3];
}

unicode_bracket unicode_bracket_of(uint32_t scalar) {
  unicode_bracket bracket = {0, 0};
  switch (u_getIntPropertyValue((UChar32)scalar, UCHAR_BIDI_PAIRED_BRACKET_TYPE)) {
    case U_BPT_OPEN:
      bracket.closer = (uint32_t)u_getBidiPairedBracket((UChar32)scalar);
      break;
    case U_BPT_CLOSE:
      bracket.opener = (uint32_t)u_getBidiPairedBracket((UChar32)scalar);
      break;
  }
  return bracket;
}
