import RectoPageModel

extension Tab {
  /// Ends what moves.
  ///
  /// With `awaitsFonts` it waits first for the fonts of the text that is laid out by then: they are
  /// asked for no sooner, and the page counts as loaded without them.
  func settle(awaitsFonts: Bool = false, until deadline: Deadline) throws(PageError) {
    _ = try evaluate(
      awaitsFonts ? "\(Self.fonts).then(() => \(Self.settling))" : Self.settling,
      takesFrames: awaitsFonts, until: deadline)
  }

  private static let fonts =
    "(document.documentElement.getBoundingClientRect(), document.fonts.ready)"

  private static let settling = PageFunction(PackageResources.settle_js).call()
}
