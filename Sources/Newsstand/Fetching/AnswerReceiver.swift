/// Receives an answer incrementally, on the thread of its transfer. An error ends the transfer.
protocol AnswerReceiver: AnyObject {
  /// Called once, before any byte of the body, with an answer of any status that is not a redirect.
  func begin(_ head: AnswerHead, from url: FetchURL) throws(TransferFailure)

  /// Called with each piece of the body, which is only lent.
  func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure)

  /// Called at least once a second during the transfer, whether or not bytes come.
  func wait()
}

extension AnswerReceiver {
  func wait() {}
}
