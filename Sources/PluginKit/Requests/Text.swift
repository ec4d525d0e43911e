import CRectoPlugin
import RectoJSON
import RectoPageModel

extension RequestDeclaration {
  /// Rounded: a book's text is millions of numbers, and the shortest exact form of one takes
  /// several times as long to find.
  static let text = RequestDeclaration.ofPage(
    "the text", .text,
    answer: { page throws(PageError) in
      JSONWriter.bytes(
        of: PageTextDocument(
          index: page.index, label: page.label, size: page.size,
          text: try (page as? any TextPage)?.text() ?? .none, includesGlyphs: true))
    },
    call: { $0.ask($0.table.text, of: $1) },
    export: { $0.text = { answerExported(PublicationRequest(.text, index: Int($2)), $1, $3) } })
}

extension ChannelPage: TextPage {
  public func text() throws(PageError) -> PageText {
    guard publication.offers(.text) else { return .none }
    if publication.packsText {
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
