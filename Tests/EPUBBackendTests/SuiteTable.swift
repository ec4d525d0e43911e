import RectoPageModel

/// The cases of the W3C's test suite that `docs/epub-tests.md` says are checked by a test.
enum SuiteTable {
  private static let red: [UInt8] = [0xFF, 0, 0]
  private static let green: [UInt8] = [0, 0x80, 0]
  /// A pattern of half-transparent green.
  private static let star: [UInt8] = [0x7F, 0xBF, 0x7F]
  private static let white: [UInt8] = [0xFF, 0xFF, 0xFF]
  /// The pages of fixed size of most cases, by turns.
  private static let mint: [UInt8] = [0x98, 0xFB, 0x98]
  private static let pink: [UInt8] = [0xFF, 0xB6, 0xC1]

  private static let fourPages: [Expectation] = [
    .pages(4), .sizes(4, 675, 450), .says(0, "Page 1"), .says(1, "Page 2"), .says(2, "Page 3"),
    .says(3, "Page 4"), .shows(0, mint), .shows(1, pink), .shows(2, mint), .shows(3, pink),
  ]
  private static let inPairs: [Expectation] = fourPages + [.spreads([[0, 1], [2, 3]])]
  private static let rightFirst: [Expectation] =
    fourPages + [
      .sides([.right, .automatic, .automatic, .automatic]), .spreads([[0], [1, 2], [3]]),
    ]
  private static let cropped: [Expectation] = [
    .pages(4), .size(0, 675, 450), .lacks(0, red), .says(3, "Page 4"),
  ]
  private static let croppedTwice: [Expectation] = [
    .pages(2), .size(0, 675, 450), .lacks(0, red), .size(1, 1050, 450), .shows(1, red),
  ]
  private static let twice: [Expectation] = [
    .pages(2), .sizes(2, 750, 450), .equal(0, 1), .sides([.alone, .alone]),
  ]
  private static let flows: [Expectation] = [
    .flowsOver(2), .says(0, "This test passes if this page renders as a reflowable document."),
  ]

  private static func passes(_ words: String) -> [Expectation] {
    [.pages(1), .says(0, "Test passes if \(words)")]
  }

  private static func threeTimes(_ more: Expectation) -> [Expectation] {
    [.pages(4), .equal(1, 2), .equal(2, 3), .says(3, "This document occurs three times"), more]
  }

  private static func titled(_ title: String, _ direction: ReadingDirection?) -> [Expectation] {
    [.title("CSS: \(title)!", direction)]
  }

  private static let narratedTwice: [Expectation] = [
    .narration(1, clips: 10, from: 29.268, to: 106.45),
    .narration(2, clips: 2, from: 106.45, to: 182),
  ]

  static let cases: [(name: String, expectations: [Expectation])] = [
    ("cnt-css-fonts_tt", [.font(0, "Lobster")]),
    ("cnt-css-fonts_woff", [.font(0, "Pacifico")]),
    ("cnt-svg-css-inclusion", [.shows(0, star)]),
    ("cnt-svg-css-reference", [.shows(0, green), .lacks(0, star)]),
    ("cnt-xhtml-support", passes("you see this.")),
    (
      "css-epub-writing-mode",
      [
        .pages(3), .runs(0, "これ", .leftToRight), .runs(1, "これ", .topToBottom),
        .right(1, "これ"), .runs(2, "これ", .topToBottom), .left(2, "これ"),
      ]
    ),
    (
      "fxl-page-spread-break",
      [
        .pages(4), .sides([.left, .right, .left, .right]), .spreads([[0, 1], [2, 3]]),
        .says(3, "Page 4."),
      ]
    ),
    (
      "fxl-spine-overrides_behave-as-global-bis",
      [.flowsOver(3), .sizes(1, 750, 450), .showsSomewhere(green)]
    ),
    ("lay-fxl-layout-default", flows),
    ("lay-fxl-layout-pre-paginated-spreads", inPairs),
    ("lay-fxl-orientation-default", fourPages),
    ("lay-fxl-orientation-landscape", fourPages),
    (
      "lay-fxl-page-spread-combined",
      fourPages + [
        .sides([.automatic, .left, .right, .automatic]), .spreads([[0], [1, 2], [3]]),
      ]
    ),
    ("lay-fxl-page-spread-right", rightFirst),
    ("lay-fxl-spread-auto", inPairs),
    ("lay-fxl-spread-landscape", inPairs),
    ("lay-fxl-spread-none", fourPages + [.spreads([[0], [1], [2], [3]])]),
    ("lay-fxl-xhtml-icb", cropped),
    ("lay-fxl-xhtml-icb_multi", croppedTwice),
    ("lay-fxl-xhtml-icb_multi_declarations", twice),
    ("lay-pkg-flow-paginated", [.flowsOver(16), .says(0, "Paginated Flow")]),
    ("lay-pp-layout-default", flows),
    ("lay-pp-layout-pre-paginated", fourPages),
    ("lay-pp-layout-pre-paginated-spreads", inPairs),
    ("lay-pp-page-spread-right", rightFirst),
    (
      "lay-pp-spine-overrides_behave-as-global",
      [.flowsOver(3), .size(0, 750, 450), .shows(0, green), .says(1, "Reflowable Document")]
    ),
    (
      "lay-pp-spine-overrides_image-only-pp",
      [
        .flowsOver(3), .size(0, 750, 450), .shows(0, [0, 0xA9, 6]), .says(1, "Reflowable Document"),
      ]
    ),
    (
      "lay-pp-spine-overrides_image-only-reflow",
      [.flowsOver(4), .sizes(1, 750, 450), .showsSomewhere([0, 0xA9, 6])]
    ),
    ("lay-pp-xhtml-icb", cropped),
    ("lay-pp-xhtml-icb_multi", croppedTwice),
    ("lay-pp-xhtml-icb_multi_declarations", twice),
    ("lay-viewport-meta-prop", [.pages(4), .sizes(4, 675, 450), .shows(0, mint), .shows(3, pink)]),
    ("mol-support_xhtml-load-next", narratedTwice),
    ("mol-support_xhtml-load-next-fxl", narratedTwice),
    ("mol-timing-synchronization", [.narration(1, clips: 12, from: 29.268, to: 182)]),
    ("mol-tts_multi", [.says(1, "Call me Ishmael."), .narration(1, clips: 0, from: nil, to: nil)]),
    (
      "nav-non-text_img_title",
      [.contents([("Start page", 0), ("Description of the Abbey of Sénanque", 1)])]
    ),
    (
      "nav-spine_in-spine",
      [
        .contents([
          ("Test passes if you can see two links (first link)", 1),
          ("Test passes if you can see two links (second link)", 2),
        ]), .links(0, to: [1, 2]),
      ]
    ),
    (
      "nav-spine_in-spine-hidden-toc-html",
      [
        .contents([("The first link", 1), ("The second link", 2)]), .links(0, to: [1]),
        .neverSays("The second link"),
      ]
    ),
    (
      "nav-spine_in-spine-no-list-style",
      [
        .contents([
          ("Test passes if you can see two links: the first link", 1), ("the second link", 2),
        ])
      ]
    ),
    ("ocf-font_obfuscation_bis", [.says(0, "unusual TrueType font"), .noFont("Lobster")]),
    ("ocf-metainf-manifest", passes("only this page of the book is accessible")),
    ("ocf-package_arbitrary", passes("you see this.") + [.title("ocf-package_arbitrary", nil)]),
    ("ocf-package_multiple", passes("you see this.") + [.title("ocf-package_multiple", nil)]),
    ("ocf-url_link-leaking-relative", [.isDrawn(0, 0.05...0.3)]),
    ("ocf-url_link-path-absolute", [.isDrawn(0, 0.05...0.3)]),
    ("ocf-url_manifest", passes("this page opens.")),
    ("pkg-collections-unknown", passes("the EPUB opens.")),
    ("pkg-dir-auto_root-rtl", titled("مغامرة جديدة", nil)),
    ("pkg-dir-auto_root-unset", titled("הרפתקה חדשה", nil)),
    (
      "pkg-dir_but_not_content",
      titled("הרפתקה חדשה", .rightToLeft) + [.left(0, "List"), .runs(0, "List", .leftToRight)]
    ),
    ("pkg-dir_creator-rtl", [.author("Dave Cramer", .rightToLeft)]),
    ("pkg-dir_rtl-root-ltr", titled("הרפתקה חדשה", .rightToLeft)),
    ("pkg-dir_rtl-root-unset", titled("הרפתקה חדשה", .rightToLeft)),
    ("pkg-dir_unset-root-rtl", titled("مغامرة جديدة", .rightToLeft)),
    ("pkg-dir_unset-root-unset", titled("مغامرة جديدة", nil)),
    ("pkg-manifest-unknown", passes("the EPUB opens.")),
    ("pkg-meta-unknown", passes("the EPUB opens.")),
    ("pkg-spine-duplicate-item-hyperlink", threeTimes(.links(0, to: [1]))),
    ("pkg-spine-duplicate-item-rendering", threeTimes(.says(0, "three identical pages"))),
    ("pkg-spine-duplicate-item-ui", threeTimes(.placesAreDistinct)),
    ("pkg-spine-unknown", passes("the EPUB opens.")),
    ("pkg-unique-id_duplicate", passes("the reading system displays this book")),
    ("pub-cmt-jpeg", [.isDrawn(0, 0.2...0.6)]),
    ("pub-cmt-mp4", [.sound(0, "EPUB/aud/001.m4a")]),
    ("pub-data-urls_browsing-context", [.isDrawn(0, 0.04...0.2), .tells("The test passes if")]),
    ("pub-data-urls_top-level-content", [.pages(2), .shows(0, mint), .shows(0, white)]),
    ("pub-file-urls", [.tells("file:///var/log/lastlog"), .isDrawn(0, 0.01...0.08)]),
    ("pub-foreign_bad-fallback", [.fails(0, .unsupported), .warns("unknown-media-type")]),
    ("pub-foreign_xml-suffix-spine", passes("you see this text.")),
    ("pub-xml-external-id", [.says(0, "Test passes unless"), .neverSays("The test fails")]),
    (
      "pub-xml-non-validating_unclosed",
      passes("the reading system reports an error") + [.warns("malformed-document")]
    ),
    ("scr-storage-delete", [.says(0, "hence this test succeeds")]),
    ("scr-support-fallback", [.says(0, "Test passes."), .neverSays("the test fails")]),
    (
      "sec-untrusted-consent_network",
      [.tells("The remote script is not fetched"), .lacks(0, red), .lacks(1, red)]
    ),
    ("sec-untrusted-consent_scripting", [.tells("No script has been executed.")]),
  ]
}
