import CRectoPoppler
import RectoPageModel

extension PDFPublication {
  /// The target of an action; nil for one that does nothing or only plays media.
  ///
  /// Named destinations are resolved with `poppler_document_find_dest`.
  func target(of action: UnsafePointer<PopplerAction>) -> LinkTarget? {
    switch action.pointee.type {
    case POPPLER_ACTION_GOTO_DEST:
      return action.pointee.goto_dest.dest.map { target(of: $0) }
    case POPPLER_ACTION_GOTO_REMOTE:
      return borrowString(action.pointee.goto_remote.file_name).map(LinkTarget.file)
    case POPPLER_ACTION_LAUNCH:
      return borrowString(action.pointee.launch.file_name).map(LinkTarget.file)
    case POPPLER_ACTION_URI:
      return borrowString(action.pointee.uri.uri).map(LinkTarget.url)
    case POPPLER_ACTION_NAMED:
      return borrowString(action.pointee.named.named_dest).map(LinkTarget.action)
    default:
      return nil
    }
  }

  private func target(of destination: UnsafeMutablePointer<PopplerDest>) -> LinkTarget {
    guard destination.pointee.type == POPPLER_DEST_NAMED else {
      return pageTarget(of: destination.pointee)
    }
    let name = destination.pointee.named_dest
    guard let found = poppler_document_find_dest(document, name) else {
      return .broken(readableName(name))
    }
    defer { poppler_dest_free(found) }
    return pageTarget(of: found.pointee)
  }

  func pageTarget(of destination: PopplerDest) -> LinkTarget {
    let index = Int(destination.page_num) - 1
    guard index >= 0, index < pageCount else {
      return .broken("page \(destination.page_num)")
    }
    switch destination.type {
    case POPPLER_DEST_XYZ, POPPLER_DEST_FITH, POPPLER_DEST_FITBH, POPPLER_DEST_FITR:
      guard let page = try? pdfPage(at: index) else { return .page(index, nil) }
      let hasTop = destination.type != POPPLER_DEST_XYZ || destination.change_top != 0
      guard hasTop else { return .page(index, nil) }
      let place = page.geometry.cropUpToPage.apply(Point(x: destination.left, y: destination.top))
      return .page(index, Point(x: max(0, place.x), y: max(0, place.y)))
    default:
      return .page(index, nil)
    }
  }

  /// The name of a destination. Poppler escapes binary names.
  private func readableName(_ name: UnsafePointer<gchar>?) -> String {
    borrowString(name) ?? "an empty name"
  }
}
