import CRecto
import RectoPageModel

/// The reason why a call has no result, as the header's users see it.
struct Failure: Error {
  let status: recto_status
  let message: String

  init(_ status: Int, _ message: String) {
    self.status = recto_status(status)
    self.message = message
  }

  static func badHandle(_ message: String) -> Failure {
    Failure(Int(RECTO_STATUS_BAD_HANDLE), message)
  }

  static func badRequest(_ message: String) -> Failure {
    Failure(Int(RECTO_STATUS_BAD_REQUEST), message)
  }

  static let pending = Failure(Int(RECTO_STATUS_PENDING), "the request is not done yet")

  init(_ error: PageError) {
    let remedy =
      switch error.remedy {
      case .time: ": a longer time_limit may help"
      case .memory: ": a larger memory_limit may help"
      case .password: ": open it with its password"
      case .knownFormat, nil: ""
      }
    self.init(Self.status(error.code), error.message + remedy)
  }

  private static func status(_ code: PageError.Code) -> Int {
    let status =
      switch code {
      case .badRequest: RECTO_STATUS_BAD_REQUEST
      case .noSuchPage: RECTO_STATUS_NO_SUCH_PAGE
      case .notFound: RECTO_STATUS_NOT_FOUND
      case .unreadable: RECTO_STATUS_UNREADABLE
      case .unsupported: RECTO_STATUS_UNSUPPORTED
      case .damaged: RECTO_STATUS_DAMAGED
      case .needsPassword: RECTO_STATUS_NEEDS_PASSWORD
      case .notInstalled: RECTO_STATUS_NOT_INSTALLED
      case .limit: RECTO_STATUS_LIMIT
      case .busy: RECTO_STATUS_BUSY
      case .cancelled: RECTO_STATUS_CANCELLED
      // The library writes no files and no standard output.
      case .bug, .cannotWrite, .outputClosed: RECTO_STATUS_BUG
      }
    return Int(status)
  }

  /// Tells the caller, where it wants to know.
  func report(to error: UnsafeMutablePointer<recto_error>?) -> recto_status {
    Self.write(status, message, to: error)
    return status
  }

  static func write(
    _ status: recto_status, _ message: String, to error: UnsafeMutablePointer<recto_error>?
  ) {
    guard let error else { return }
    var result = recto_error()
    result.status = status
    withUnsafeMutableBytes(of: &result.message) { room in
      // Cut between characters, with a zero byte behind.
      var count = 0
      for character in message {
        let bytes = character.utf8
        guard count + bytes.count < room.count else { break }
        for byte in bytes {
          // Text of a source could have one.
          room[count] = byte == 0 ? UInt8(ascii: " ") : byte
          count += 1
        }
      }
    }
    try? put(result, in: error)
  }
}
