import RectoPageModel

/// Page sizes by the names that the trade has for them (ISO 216, ANSI), upright.
enum PageSizes {
  static let byName: [String: Size] = [
    "A3": millimeters(297, 420), "A4": millimeters(210, 297), "A5": millimeters(148, 210),
    "A6": millimeters(105, 148), "B5": millimeters(176, 250), "letter": inches(8.5, 11),
    "legal": inches(8.5, 14), "tabloid": inches(11, 17),
  ]

  private static func millimeters(_ width: Double, _ height: Double) -> Size {
    Size(width: width * 72 / 25.4, height: height * 72 / 25.4)
  }

  private static func inches(_ width: Double, _ height: Double) -> Size {
    Size(width: width * 72, height: height * 72)
  }
}
