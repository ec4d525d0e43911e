/// Returns true if a text may have a character that turns the direction: of class R, AL or AN, or a
/// formatting character that embeds, overrides or isolates.
///
/// Without one, every level of a left-to-right paragraph is 0 (UAX 9: W7 and N1 leave nothing
/// else). The ranges are those that Unicode keeps for such characters, assigned or not
/// (DerivedBidiClass.txt, `@missing` lines), and for those beyond the BMP their high surrogates.
func mayTurnDirection(_ text: Span<UInt16>) -> Bool {
  for index in text.indices where text[index] >= 0x0590 {
    switch text[index] {
    case 0x0590...0x08FF, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xD802...0xD803,
      0xD83A...0xD83B,
      0xFB1D...0xFDFF, 0xFE70...0xFEFE:
      return true
    default: continue
    }
  }
  return false
}
