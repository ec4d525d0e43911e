/// Properties of Unicode scalars that are asked of each character of a page. Looking them up in the tables of
/// the standard library takes longer than the rest of the work on a character.

/// True for white space (PropList.txt, White_Space).
package func isWhitespace(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x20, 0x09...0x0D: true
  case 0..<0x85: false
  case 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
  default: false
  }
}

/// True for scalars of scripts from left to right that are a character each, whichever of their kind stands beside
/// them (UAX 29): no marks, joiners, controls, jamo and flags, nor letters without a dot, which take accents.
package func isWholeCharacter(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x131, 0x237: false
  case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x370...0x377, 0x37A...0x37F, 0x384...0x482,
    0x48A...0x52F, 0x1E00...0x1EFF, 0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20BF,
    0x2100...0x218B, 0x2190...0x23FF, 0x3001...0x3029, 0x3041...0x3096, 0x30A0...0x30FF,
    0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFB00...0xFB06, 0xFF01...0xFF9D:
    true
  default: false
  }
}

/// True for letters (DerivedCoreProperties.txt, Alphabetic).
package func isAlphabetic(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x41...0x5A, 0x61...0x7A: true
  case 0..<0x80: false
  // Accented Latin, Cyrillic, kana, Chinese and Korean, all of them letters.
  case 0xD8...0xF6, 0xF8...0x17F, 0x400...0x481, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF,
    0xAC00...0xD7A3:
    true
  default: Unicode.Scalar(scalar)?.properties.isAlphabetic ?? false
  }
}
