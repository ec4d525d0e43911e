import RectoPageModel

/// The names of pages in a folder.
enum HTMLPageNames {
  static let extensions = ["html", "htm", "xhtml", "xht"]
  static let book = "book.json"

  static func isPage(_ name: String) -> Bool { extensions.contains(fileExtension(ofName: name)) }

  /// The pages among the names in a folder, in the order that people number them: those that are
  /// called page1 and so on, else all, the index first.
  static func pages(_ names: [String]) -> [String] {
    let all = NaturalOrder.sort(names.filter { isPage($0) && !$0.hasPrefix(".") })
    let numbered = all.filter(isNumbered)
    guard numbered.isEmpty else { return numbered }
    // A manual may have an Index of words beside its index.
    let index =
      all.first { stem($0) == "index" } ?? all.first { stem($0).lowercased() == "index" }
    return all.filter { $0 == index } + all.filter { $0 != index }
  }

  /// The pages that `pages` leaves out, in order.
  static func unnumbered(_ names: [String]) -> [String] {
    let shown = Set(pages(names))
    return NaturalOrder.sort(
      names.filter { isPage($0) && !$0.hasPrefix(".") && !shown.contains($0) })
  }

  /// True for a name such as page1, Page-02 or page_3_cover: the names of a manual that begin with
  /// "page", such as page.height, say nothing of an order.
  private static func isNumbered(_ name: String) -> Bool {
    let stem = stem(name).lowercased()
    return stem.hasPrefix("page")
      && stem.dropFirst(4).drop { "-_. ".contains($0) }.first.map { "0"..."9" ~= $0 } ?? false
  }

  /// True if every page has a picture of the same name beside it, whose text it is then.
  static func areSidecars(_ names: [String]) -> Bool {
    let pictures = Set(
      names.filter { PictureExtensions.raster.contains(fileExtension(ofName: $0)) }.map { stem($0) }
    )
    let pages = names.filter(isPage)
    return !pages.isEmpty && pages.allSatisfy { pictures.contains(stem($0)) }
  }

  /// True if the one page among the names, which is not called a page or the index, is beside one
  /// story in Markdown: a text backend shows that as a book.
  static func isBesideStory(_ names: [String]) -> Bool {
    let pages = names.filter { isPage($0) && !$0.hasPrefix(".") }
    guard pages.count == 1, stories(names).count == 1 else { return false }
    let stem = stem(pages[0]).lowercased()
    return !stem.hasPrefix("page") && stem != "index"
  }

  /// The texts in Markdown that do not just describe the folder.
  static func stories(_ names: [String]) -> [String] {
    names.filter {
      ["md", "markdown"].contains(fileExtension(ofName: $0)) && !$0.hasPrefix(".")
        && !describesFolder($0)
    }
  }

  private static func stem(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}
