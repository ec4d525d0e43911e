import RectoPageModel

/// Pages exist from 0 to the count, and nowhere else.
struct PageRangeCheck: PublicationCheck {
  let name = "page-range"

  func complaints(about publication: any Publication) -> [String] {
    let count = publication.pageCount
    let beyond = [-1, count, Int(Int32.max)].compactMap { index -> String? in
      do throws(PageError) {
        _ = try publication.page(at: index)
        return "index \(index) gives a page although there are \(count)"
      } catch {
        return error.code == .noSuchPage
          ? nil : "index \(index) gives the error \(error.code.rawValue) and not noSuchPage"
      }
    }
    let within = Set([0, count / 2, count - 1]).sorted().compactMap { index -> String? in
      guard let page = try? publication.page(at: index) else { return nil }
      if page.index != index { return "the page at \(index) says that it is at \(page.index)" }
      return page.label.isEmpty ? "the page at \(index) has an empty label" : nil
    }
    return beyond + within
  }
}
