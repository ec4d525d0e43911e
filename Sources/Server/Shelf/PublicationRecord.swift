import RectoPageModel

/// The facts of a publication for catalogs and manifests, in its own layout. Made once for each
/// version of an item, and kept.
struct PublicationRecord: Sendable {
  let item: ShelfItem
  /// Metadata, direction, format, capabilities, warnings.
  let info: PublicationInfo
  var pageCount: Int
  /// True if the page count is an estimate, because the text has not been laid out.
  var isPageCountEstimated: Bool
  /// True if its pages are counted by laying text out. Such books may have a cover apart from their
  /// pages.
  let isLaidOut: Bool
  /// For the cover's proportions; nil if the page cannot be read.
  let firstPage: PageFacts?
  /// The media type of the file, such as `application/pdf`.
  let mediaType: String

  /// The title, or the file's name for a publication without one.
  var title: String {
    if let title = item.catalogTitle { return title }
    let title = info.metadata.title?.trimmingWhitespace ?? ""
    return title.isEmpty ? item.name : title
  }

  /// The direction that the publication states for its own title.
  var titleDirection: ReadingDirection? {
    item.catalogTitle == nil ? info.metadata.titleDirection : nil
  }

  /// The authors, separated at semicolons; a comma may be part of a name.
  var authors: [String] {
    (info.metadata.author ?? "").split(separator: ";").map { String($0).trimmingWhitespace }
      .filter { !$0.isEmpty }
  }

  /// The layout whose first page is the cover.
  var coverLayout: LayoutOptions { LayoutOptions(excerpt: isLaidOut ? LayoutOptions.cover : nil) }

  /// Width by height of the first page as it is shown.
  var aspect: Double? {
    firstPage.flatMap { page in
      let size = page.rotation.swapsAxes ? page.size.transposed : page.size
      return size.height > 0 ? size.width / size.height : nil
    }
  }
}

extension String {
  fileprivate var trimmingWhitespace: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
