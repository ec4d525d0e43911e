/// Lines of LineBreakTest.txt (Unicode 15) at which ICU decides otherwise, by their numbers.
enum LineBreakTestExceptions {
  static let notations = hyphens.merging(numbers) { first, _ in first }

  /// A hyphen before which a line may end, as at the beginning of the text, stays with the letter
  /// that follows it (CLDR's rule 20.09, in UAX 14 as LB20a since Unicode 16).
  private static let hyphens = [
    2265: "× 002D ÷ 0023 ÷",
    2267: "× 002D × 0308 ÷ 0023 ÷",
    2421: "× 002D ÷ 00A7 ÷",
    2423: "× 002D × 0308 ÷ 00A7 ÷",
    2425: "× 002D ÷ 50005 ÷",
    2427: "× 002D × 0308 ÷ 50005 ÷",
    2429: "× 002D ÷ 0E01 ÷",
    2431: "× 002D × 0308 ÷ 0E01 ÷",
  ]

  /// The file divides numbers by the regular expression of UAX 14, 8.2, example 7, as it was then;
  /// ICU's expression lets a number begin with a point or a comma (IS × NU, as LB25 has it).
  private static let numbers = [
    2873: "× 002C ÷ 0030 ÷",
    2875: "× 002C × 0308 ÷ 0030 ÷",
    7477:
      "× 0065 × 0071 × 0075 × 0061 × 006C × 0073 × 0020 × 002E ÷ 0033 × 0035 × 0020 ÷ 0063 × 0065 × 006E × 0074 × 0073 ÷",
    7576: "× 0061 × 002E ÷ 0032 × 0020 ÷",
    7577: "× 0061 × 002E ÷ 0032 × 0020 ÷ 0915 ÷",
    7578: "× 0061 × 002E ÷ 0032 × 0020 ÷ 672C ÷",
    7579: "× 0061 × 002E ÷ 0032 × 3000 ÷ 672C ÷",
    7580: "× 0061 × 002E ÷ 0032 × 3000 ÷ 307E ÷",
    7581: "× 0061 × 002E ÷ 0032 × 3000 ÷ 0033 ÷",
    7583: "× 0041 × 002E ÷ 0031 × 0020 ÷ BABB ÷",
    7584: "× BD24 ÷ C5B4 × 002E × 0020 ÷ 0041 × 002E ÷ 0032 × 0020 ÷ BCFC ÷",
    7585: "× BD10 ÷ C694 × 002E × 0020 ÷ 0041 × 002E ÷ 0033 × 0020 ÷ BABB ÷",
    7586: "× C694 × 002E × 0020 ÷ 0041 × 002E ÷ 0034 × 0020 ÷ BABB ÷",
    7587: "× 0061 × 002E ÷ 0032 × 3000 ÷ 300C ÷",
  ]
}
