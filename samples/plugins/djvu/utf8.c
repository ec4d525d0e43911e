#include "utf8.h"

uint32_t utf8_character(const char *text, size_t count, size_t *length) {
  const uint8_t *bytes = (const uint8_t *)text;
  *length = 1;
  uint32_t first = bytes[0];
  if (first < 0x80) return first;
  size_t wanted = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || count < wanted) return 0xFFFD;
  uint32_t character = first & (0x7Fu >> wanted);
  for (size_t index = 1; index < wanted; index++) {
    if ((bytes[index] & 0xC0) != 0x80) return 0xFFFD;
    character = character << 6 | (bytes[index] & 0x3F);
  }
  // Longer than need be, half of a pair, or beyond Unicode.
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (character < least[wanted] || (character & 0xFFFFF800) == 0xD800 || character > 0x10FFFF) {
    return 0xFFFD;
  }
  *length = wanted;
  return character;
}

struct range {
  uint32_t first, last;
};

static bool is_in(const struct range *ranges, size_t count, uint32_t character) {
  for (size_t index = 0; index < count; index++) {
    if (character >= ranges[index].first && character <= ranges[index].last) return true;
  }
  return false;
}

#define IS_IN(ranges, character) is_in(ranges, sizeof(ranges) / sizeof *(ranges), character)

bool is_white_space(uint32_t character) {
  static const struct range spaces[] = {
      {0x09, 0x0D}, {0x20, 0x20}, {0x85, 0x85}, {0xA0, 0xA0}, {0x1680, 0x1680}, {0x2000, 0x200A},
      {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000},
  };
  return IS_IN(spaces, character);
}

// The marks of the scripts of scanned books; a missing mark costs a word its glyph boxes and
// nothing else.
bool is_mark(uint32_t character) {
  static const struct range marks[] = {
      {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x05C1, 0x05C2}, {0x0610, 0x061A},
      {0x064B, 0x065F}, {0x0670, 0x0670}, {0x06D6, 0x06DC}, {0x0900, 0x0903}, {0x093A, 0x093C},
      {0x093E, 0x094F}, {0x0E31, 0x0E31}, {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF},
      {0x1DC0, 0x1DFF}, {0x200C, 0x200D}, {0x20D0, 0x20FF}, {0x3099, 0x309A}, {0xFE00, 0xFE0F},
      {0xFE20, 0xFE2F},
  };
  return IS_IN(marks, character);
}

bool is_right_to_left_character(uint32_t character) {
  static const struct range scripts[] = {
      {0x05D0, 0x05F2}, {0x0620, 0x064A}, {0x066E, 0x08FF}, {0xFB1D, 0xFDFF}, {0xFE70, 0xFEFC},
  };
  return IS_IN(scripts, character);
}
