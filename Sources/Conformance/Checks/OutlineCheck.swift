import RectoPageModel

/// The table of contents leads to pages that exist.
struct OutlineCheck: PublicationCheck {
  let name = "outline"

  func complaints(about publication: any Publication) throws(PageError) -> [String] {
    guard let outlined = publication as? any OutlinedPublication else { return [] }
    func complaints(_ items: [OutlineItem]) -> [String] {
      items.flatMap { item in
        [item.target?.complaint(pageCount: publication.pageCount)].compactMap { $0 }
          .map { "\"\(item.title)\" \($0)" } + complaints(item.children)
      }
    }
    return complaints(try outlined.outline())
  }
}

extension LinkTarget {
  /// The reason why a target is invalid; nil for a target that exists and for one that is declared
  /// broken.
  func complaint(pageCount: Int) -> String? {
    guard case .page(let index, let point) = self else { return nil }
    guard index >= 0, index < pageCount else {
      return "leads to index \(index) of \(pageCount) pages"
    }
    if let point, !(point.x.isFinite && point.y.isFinite) {
      return "leads to a place that is not a number"
    }
    return nil
  }
}
