import RectoPageModel

extension Tab {
  /// Ends what moves, and waits for pictures.
  ///
  /// With `awaitsFonts` it waits first for the fonts of the text that is laid out by then: they are asked for
  /// no sooner, and the page counts as loaded without them.
  func settle(awaitsFonts: Bool = false, until deadline: Deadline) throws(PageError) {
    _ = try evaluate(
      awaitsFonts ? "\(Self.fonts).then(() => \(Self.settling))" : Self.settling, until: deadline)
  }

  private static let fonts =
    "(document.documentElement.getBoundingClientRect(), document.fonts.ready)"

  /// Opens what folds, since a reader cannot. An animation that ends is shown at its end, and one that
  /// does not at its beginning; those of SVG (SMIL) stay where they are, lest the browser draw them for as
  /// long as the page is kept. Pictures that have not come by then are not waited for, nor fonts: their promise
  /// may never be kept where the clock stands still.
  private static let settling = """
    (async () => {
      // A script may have removed it; all that reads the page needs one.
      if (!document.documentElement) document.append(document.createElement("html"));
      for (const folded of document.querySelectorAll("details")) {
        // A browser keeps one open of those with one name.
        folded.removeAttribute("name");
        folded.open = true;
      }
      for (const animation of document.getAnimations()) {
        try {
          const end = animation.effect.getComputedTiming().endTime;
          if (Number.isFinite(end)) animation.finish();
          else { animation.pause(); animation.currentTime = 0; }
        } catch {}
      }
      for (const picture of document.querySelectorAll("svg")) picture.pauseAnimations?.();
      // Focus asked for by an attribute arrives with a later frame. Nothing inert has it.
      for (const focused of document.querySelectorAll("[autofocus]")) focused.inert = true;
      document.activeElement?.blur?.();
      scrollTo(0, 0);
      const pictures = Array.from(document.images).slice(0, 2000);
      await Promise.all(pictures.filter(picture => picture.complete && picture.naturalWidth > 0)
        .map(picture => picture.decode().catch(() => {})));
      return true;
    })()
    """
}
