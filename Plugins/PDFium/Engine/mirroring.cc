// SPDX-License-Identifier: Apache-2.0

#include "mirroring.h"

#include <initializer_list>
#include <string>
#include <utility>

namespace pdfium {

namespace {

// PDFium's classes of directions (UAX 9, in parts).
enum class Direction { left, right, weak, neutral };

bool isWithin(uint32_t scalar, std::initializer_list<std::pair<uint32_t, uint32_t>> ranges) {
  for (const auto &range : ranges) {
    if (scalar >= range.first && scalar <= range.second) return true;
  }
  return false;
}

// The direction of a character. Characters that do not occur in right-to-left text may count as letters.
Direction directionOf(uint32_t scalar) {
  // Digits, the signs of numbers, marks, and controls.
  if (isWithin(scalar, {{0x00, 0x08},     {0x0E, 0x1B},     {0x23, 0x25},     {0x2B, 0x3A},
                        {0x7F, 0x9F},     {0xA0, 0xA0},     {0xA2, 0xA5},     {0xAD, 0xAD},
                        {0xB0, 0xB3},     {0xB9, 0xB9},     {0x300, 0x36F},   {0x591, 0x5BD},
                        {0x5BF, 0x5BF},   {0x5C1, 0x5C2},   {0x5C4, 0x5C5},   {0x5C7, 0x5C7},
                        {0x600, 0x607},   {0x609, 0x60A},   {0x60C, 0x60C},   {0x610, 0x61A},
                        {0x64B, 0x66C},   {0x670, 0x670},   {0x6D6, 0x6E4},   {0x6E7, 0x6E8},
                        {0x6EA, 0x6ED},   {0x6F0, 0x6F9},   {0x200B, 0x200D}, {0x202F, 0x2034},
                        {0x2044, 0x2044}, {0x2060, 0x2064}, {0x2070, 0x207B}, {0x2080, 0x208B},
                        {0x20A0, 0x20CF}, {0x2212, 0x2213}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}}))
    return Direction::weak;
  if (isWithin(scalar, {{0x590, 0x8FF}, {0x200F, 0x200F}, {0xFB1D, 0xFDFF}, {0xFE70, 0xFEFE},
                        {0x10800, 0x10FFF}, {0x1E800, 0x1EFFF}}))
    return scalar == 0x606 || scalar == 0x607 || scalar == 0x60E || scalar == 0x60F ||
                   scalar == 0x6DE || scalar == 0x6E9
               ? Direction::neutral
               : Direction::right;
  // White space and the other signs.
  if (isWithin(scalar, {{0x09, 0x40},     {0x5B, 0x60},     {0x7B, 0x7E},     {0xA1, 0xA9},
                        {0xAB, 0xB4},     {0xB6, 0xB8},     {0xBB, 0xBF},     {0xD7, 0xD7},
                        {0xF7, 0xF7},     {0x2000, 0x200A}, {0x2010, 0x205E}, {0x207C, 0x207E},
                        {0x208C, 0x208E}, {0x2190, 0x2335}, {0x2460, 0x249B}, {0x24EA, 0x26AB},
                        {0x26AD, 0x27FF}, {0x2900, 0x2BFF}, {0x3000, 0x3004}, {0x3008, 0x3020},
                        {0xFF01, 0xFF20}, {0xFF3B, 0xFF40}, {0xFF5B, 0xFF65}}))
    return Direction::neutral;
  return Direction::left;
}

// The direction of a line: that with more runs, as PDFium counts.
Direction directionOf(const std::vector<Direction> &line, bool isRightToLeft) {
  int lefts = 0, rights = 0;
  for (size_t at = 0; at < line.size(); at++) {
    if (at > 0 && line[at] == line[at - 1]) continue;
    if (line[at] == Direction::left) lefts++;
    if (line[at] == Direction::right) rights++;
  }
  return isRightToLeft || (rights > 0 && rights >= lefts) ? Direction::right : Direction::left;
}

}  // namespace

std::vector<bool> mirroredSigns(const std::vector<uint32_t> &line, bool isRightToLeft) {
  std::vector<Direction> directions;
  directions.reserve(line.size());
  for (uint32_t scalar : line) directions.push_back(directionOf(scalar));
  std::vector<bool> signs;
  signs.reserve(line.size());
  Direction current = directionOf(directions, isRightToLeft);
  for (Direction own : directions) {
    if (own == Direction::left || own == Direction::right) current = own;
    signs.push_back(own == Direction::neutral && current == Direction::right);
  }
  return signs;
}

uint32_t mirrorImage(uint32_t scalar) {
  static const std::u32string pairs =
      U"()<>[]{}«»‹›⁅⁆⁽⁾₍₎≤≥≦≧≪≫≺≻⊂⊃⊆⊇⌈⌉⌊⌋〈〉❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯⦃⦄⦅⦆"
      U"〈〉《》「」『』【】〔〕〖〗〘〙〚〛（）＜＞［］｛｝｟｠｢｣";
  size_t place = pairs.find(static_cast<char32_t>(scalar));
  return place == std::u32string::npos ? scalar : pairs[place ^ 1];
}

}  // namespace pdfium
