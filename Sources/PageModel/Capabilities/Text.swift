import RectoJSON

/// A page whose text can be read.
public protocol TextPage: Page {
  /// The page's text; a page without any gives no blocks, which is not an error.
  func text() throws(PageError) -> PageText
}

/// A page whose text is kept packed, so that a worker hands it on as it is kept. Its host reads and
/// checks it.
package protocol PackedTextPage: TextPage {
  /// `text().packed`.
  func packedText() throws(PageError) -> [UInt8]
}

extension Capability {
  public static let text = Capability("text", [.text]) { _, page in page is any TextPage.Type }
  /// The core searches in the text.
  public static let search = Capability("search", []) { _, page in page is any TextPage.Type }
}

extension RequestKind {
  /// `PageTextDocument`, rounded: a book's text is millions of numbers, and the shortest exact form
  /// of one takes several times as long to find. `PageText.packed` from a worker.
  public static let text = {
    var text = ofPage(3, "text", "the text") { page throws(PageError) in
      JSONWriter.bytes(
        of: PageTextDocument(
          index: page.index, label: page.label, size: page.size,
          text: try (page as? any TextPage)?.text() ?? .none, includesGlyphs: true))
    }
    text.packedAnswer = { request, publication throws(PageError) in
      let page = try publication.page(at: request.index)
      if let page = page as? any PackedTextPage { return try page.packedText() }
      return try (page as? any TextPage)?.text().packed ?? PageText.none.packed
    }
    return text
  }()
}

extension ChannelPage: TextPage {
  public func text() throws(PageError) -> PageText {
    guard publication.offers(.text) else { return .none }
    if let text = try publication.text(ofPage: index, size: boxes.crop.size, rotation: rotation) {
      return text
    }
    if publication.isProcess {
      let request = PublicationRequest(.text, index: index)
      let bytes = try publication.answer(request)
      do throws(PackedTextError) {
        return try PageText(packed: bytes)
      } catch {
        throw request.malformed(error)
      }
    }
    let document: PageTextDocument = try publication.ask(.text, index: index)
    guard document.index == index else {
      throw PageError(
        .damaged,
        "the backend was asked for the text of page \(index + 1) and answered that of page "
          + "\(document.index + 1)")
    }
    return document.text
  }
}
