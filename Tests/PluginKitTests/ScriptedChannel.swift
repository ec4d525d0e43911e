import RectoPageModel
import RectoPluginKit

/// A channel whose other side says what a test wants it to.
final class ScriptedChannel: PublicationChannel {
  static let info = #"{"format":"script","pageCount":3,"capabilities":[\#(everything)]}"#
  private static let everything = Capability.allCases.map { "\"\($0.rawValue)\"" }
    .joined(separator: ",")

  /// The answers by query; where none is scripted, that to `info` is `ScriptedChannel.info`, to
  /// `page` a page of 100 by 50 points, and to anything else an error.
  var answers: [RequestKind: [UInt8]]
  private(set) var questions: [PublicationRequest] = []
  private(set) var painted: [Int] = []

  let isProcess: Bool
  /// The text that this side makes of a page.
  var madeText: PageText?

  init(_ answers: [RequestKind: String] = [:], isProcess: Bool = false) {
    self.answers = answers.mapValues { Array($0.utf8) }
    self.isProcess = isProcess
  }

  func answer(_ question: PublicationRequest) throws(PageError) -> [UInt8] {
    questions.append(question)
    if let answer = answers[question.kind] { return answer }
    switch question.kind {
    case .info: return Array(Self.info.utf8)
    case .page:
      return Array(#"{"index":\#(question.index),"boxes":{"crop":[0,0,100,50]}}"#.utf8)
    default: throw PageError(.unreadable, "nothing is scripted")
    }
  }

  func text(ofPage index: Int, size: Size, rotation: Rotation) throws(PageError) -> PageText? {
    madeText
  }

  func paint(
    page index: Int, _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    painted.append(index)
    bitmap.fill(Color(red: UInt8(clamping: index), green: 2, blue: 3))
  }
}
