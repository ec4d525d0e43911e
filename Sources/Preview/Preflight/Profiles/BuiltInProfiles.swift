extension PreflightProfile {
  /// All built-in profiles.
  public static let builtIn: [PreflightProfile] = [.tablet, .print, .accessibility]

  /// An issue that is read on a screen.
  public static let tablet = PreflightProfile(
    name: "tablet",
    severities: common.merging([
      "font-not-embedded": .warning, "font-substituted": .error, "picture-resolution": .warning,
      "picture-color": .warning, "text-outside-safe-area": .warning, "page-size": .warning,
      "page-empty": .warning, "address-insecure": .note, "media-online": .note,
      "language-missing": .warning, "title-missing": .warning, "page-weight": .warning,
      "text-unmapped": .warning,
    ]) { $1 },
    // A CSS pixel is 96 an inch; with fewer than these a picture is coarser than any screen.
    limits: PreflightLimits(
      pictureResolution: 100, bitmapResolution: 100, pictureColors: [.gray, .rgb], safeMargin: 9,
      gutterMargin: 0, bleed: 0, pageBytes: 12 << 20, pagePixels: 50_000_000))

  /// An issue that is printed, folded and cut.
  public static let print = PreflightProfile(
    name: "print",
    severities: common.merging([
      "font-not-embedded": .error, "font-substituted": .error, "picture-resolution": .error,
      "picture-color": .error, "text-outside-safe-area": .error, "text-in-gutter": .warning,
      "bleed-missing": .error, "page-size": .error, "page-empty": .warning, "page-weight": .error,
    ]) { $1 },
    // 3 mm of bleed and 300 pixels an inch are what printers ask for, line art four times that.
    limits: PreflightLimits(
      pictureResolution: 300, bitmapResolution: 1200, pictureColors: [.gray, .cmyk, .spot],
      safeMargin: 8.5, gutterMargin: 18, bleed: 8.5, pageBytes: 256 << 20,
      pagePixels: 500_000_000))

  /// An issue that is read aloud, or by readers with low vision (WCAG 2.2, PDF/UA).
  public static let accessibility = PreflightProfile(
    name: "accessibility",
    severities: common.merging([
      "font-not-embedded": .warning, "font-substituted": .warning, "page-empty": .note,
      "alternative-text": .error, "language-missing": .error, "title-missing": .error,
      "heading-order": .warning, "reading-order-unknown": .error, "reading-order": .warning,
      "page-without-text": .error, "text-unmapped": .error, "text-contrast": .error,
      "outline-missing": .warning, "address-insecure": .note, "media-online": .note,
    ]) { $1 },
    limits: PreflightLimits(
      pictureResolution: 72, bitmapResolution: 72,
      pictureColors: [.gray, .rgb, .cmyk, .lab, .spot],
      safeMargin: 0, gutterMargin: 0, bleed: 0, pageBytes: 256 << 20, pagePixels: 500_000_000))

  /// The severities that all profiles share.
  private static let common: [String: PreflightFinding.Severity] = [
    "picture-missing": .error, "link-broken": .error, "address-malformed": .error,
    "outline-broken": .error, "media-missing": .error, "page-unreadable": .error,
    "engines-differ": .warning,
  ].merging(WarningsRule.severities) { $1 }
}
