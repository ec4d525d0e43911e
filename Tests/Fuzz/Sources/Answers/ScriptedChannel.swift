import RectoPageModel
import RectoPluginKit

/// A channel whose other side gives one answer to one query, and to the others what lets that one
/// be asked.
final class ScriptedChannel: PublicationChannel {
  private let query: RequestKind
  private let answer: [UInt8]
  private static let capabilities = Capability.allCases.map { "\"\($0.rawValue)\"" }
  private static let info = Array(
    #"{"format":"script","pageCount":3,"capabilities":[\#(capabilities.joined(separator: ","))]}"#
      .utf8)

  init(_ query: RequestKind, _ answer: [UInt8]) {
    self.query = query
    self.answer = answer
  }

  func answer(_ question: PublicationRequest) throws(PageError) -> [UInt8] {
    switch question.kind {
    case query: answer
    case .info: Self.info
    case .page: Array(#"{"index":\#(question.index),"boxes":{"crop":[0,0,100,50]}}"#.utf8)
    default: []
    }
  }

  func paint(
    page index: Int, _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {}
}
