/// Keeps an answer in memory, up to a limit.
final class MemoryReceiver: AnswerReceiver {
  private let request: FetchRequest
  private var head: AnswerHead?
  private var url: FetchURL?
  private var bytes: [UInt8] = []

  init(_ request: FetchRequest) {
    self.request = request
  }

  /// The whole. Throws `badAnswer` where there was none.
  var answer: FetchedAnswer {
    get throws(TransferFailure) {
      guard let head, let url else {
        throw TransferFailure(error: NewsstandError(.badAnswer, "there was no answer"))
      }
      var answer = FetchedAnswer(
        bytes: bytes, url: url.text, mediaType: head.headers["Content-Type"],
        validators: head.validators, isUnchanged: head.status == 304)
      answer.freshSeconds = head.freshSeconds
      return answer
    }
  }

  func begin(_ head: AnswerHead, from url: FetchURL) throws(TransferFailure) {
    self.head = head
    self.url = url
    if head.status == 304, request.validators != nil { return }
    if let failure = head.failure(for: url) { throw failure }
    guard head.status != 206 else {
      throw TransferFailure(
        error: NewsstandError(.badAnswer, "\(url.shown) returned a part that was not asked for"))
    }
    guard head.hasKnownEnd || head.version == "1.0" else {
      throw TransferFailure(
        error: NewsstandError(
          .badAnswer,
          "\(url.shown) comes without a length, so it may be incomplete"
        ))
    }
    if let length = head.contentLength, length > request.mostBytes { throw tooLarge(url) }
  }

  func receive(_ piece: UnsafeRawBufferPointer) throws(TransferFailure) {
    guard bytes.count + piece.count <= request.mostBytes else { throw tooLarge(url) }
    bytes.append(contentsOf: piece)
  }

  private func tooLarge(_ url: FetchURL?) -> TransferFailure {
    TransferFailure(
      error: NewsstandError(
        .tooLarge,
        "\(url?.shown ?? "") has more than the \(request.mostBytes) bytes that it may have"))
  }
}
