import RectoBrowser
import RectoJSON
import RectoPageModel

/// Makes a loaded document ready to be printed, out of the sight of its scripts.
enum ChapterScript {
  private static let preparing = PageFunction(
    PackageResources.make_element_js, PackageResources.blocks_js, PackageResources.alignment_js,
    PackageResources.headings_js, PackageResources.printed_pages_js,
    PackageResources.page_breaks_js, PackageResources.marks_js, PackageResources.names_js,
    PackageResources.page_rules_js, PackageResources.players_js,
    PackageResources.prefixed_styles_js, PackageResources.publisher_styles_js,
    PackageResources.prepare_js)

  /// The expression gives what `ChapterFacts` reads. The language is that of a document that names
  /// none.
  static func preparation(_ style: ChapterStyle, language: LanguageTag?) -> String {
    preparing.call { json in
      json.member("language", language?.text ?? "")
      json.member("defaults", style.defaults)
      json.member("quotes", ChapterStyle.quotesWithoutLanguage)
      json.member("overrides", style.overrides)
      json.member("page", style.page)
      json.member("hasTheme", style.hasTheme)
      json.member("keepsPublisherStyles", style.reader.keepsPublisherStyles)
      json.key("isJustified")
      if let isJustified = style.reader.isJustified { json.value(isJustified) } else { json.null() }
      json.key("prefixes")
      PrefixedStyles.writeNames(to: &json)
      json.member("players", ChapterMedia.root)
      json.member("mostPictures", ChapterProblems.most)
    }
  }

  /// The expression fits the document to the page. It narrows content that is wider: margins of the
  /// document, long words, boxes of a fixed width, lines that must not be broken. Tables, formulas and
  /// what else is left become smaller.
  static let fitting = PageFunction(
    PackageResources.styling_js, PackageResources.fit_margins_js, PackageResources.fit_pictures_js,
    PackageResources.fit_initials_js, PackageResources.fit_wide_js, PackageResources.fit_js
  ).call()
}
