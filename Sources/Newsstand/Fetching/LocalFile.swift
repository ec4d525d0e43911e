import Glibc

/// A file that a `file:` URL names, read as an answer.
struct LocalFile {
  private static let pieceBytes = 256 << 10

  private let url: FetchURL

  /// Throws `refused` where the policy does not allow it.
  init(_ url: FetchURL, _ policy: FetchPolicy) throws(TransferFailure) {
    guard policy.isFileAllowed else {
      throw TransferFailure(
        error: NewsstandError(
          .refused,
          "\(url.shown) is a file: only http and https are fetched unless files are allowed"
        ))
    }
    self.url = url
  }

  /// Throws `notFound` if there is no regular file. Calls `read`.
  func read(_ receiver: any AnswerReceiver, _ cancellation: CancellationToken)
    throws(TransferFailure)
  {
    // Nothing is waited for, such as the other end of a pipe.
    let descriptor = open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw failure("it is not a regular file")
    }
    var head = AnswerHead(version: "file", status: 200)
    head.headers.append("Content-Length", "\(status.st_size)")
    try receiver.begin(head, from: url)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceBytes, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      if cancellation.isCancelled { throw .cancelled }
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw failure(String(cString: strerror(errno))) }
      guard count > 0 else { return }
      try receiver.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  private func failure(_ why: String) -> TransferFailure {
    TransferFailure(error: NewsstandError(.notFound, "\(url.shown) cannot be read: \(why)"))
  }
}
