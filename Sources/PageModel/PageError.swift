/// The reason why a request has no result: a code for programs and a sentence that a publisher can
/// act on.
///
/// A problem that did not prevent a result is a `PageWarning`, never an error.
public struct PageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The request itself is invalid, such as a scale of zero or a region off the page.
    case badRequest
    /// The publication has no page of that number.
    case noSuchPage
    /// The source does not exist.
    case notFound
    /// The source exists and cannot be read.
    case unreadable
    /// The source is not of a kind that any backend knows.
    case unsupported
    /// The source is of a known kind and broken.
    case damaged
    /// The source is encrypted and the password is missing or wrong.
    case needsPassword
    /// Something that the backend needs is not installed.
    case notInstalled
    /// A result could not be written.
    case cannotWrite
    /// The reader of standard output has closed it, as `head` does: there is nothing to report.
    case outputClosed
    /// A limit on time, memory or pixels was reached.
    case limit
    /// Too much is asked for at once; the same request may succeed later.
    case busy
    /// The caller has cancelled the request, or replaced it by a newer one.
    case cancelled
    /// Recto itself is wrong.
    case bug
  }

  /// The setting that would let the request succeed. Sentences do not name it, since it depends on
  /// how Recto is used.
  public enum Remedy: Sendable, Hashable, CaseIterable {
    /// More time for a page.
    case time
    /// More memory for a page.
    case memory
    /// A password.
    case password
    /// A source of another format, since this one is not known.
    case knownFormat
  }

  public let code: Code
  /// One sentence: what, where, and what to do; no full stop at its end.
  public let message: String

  /// The remedy, if one is known. It is always `password` with the code `needsPassword`.
  public let remedy: Remedy?

  public init(_ code: Code, _ message: String, remedy: Remedy? = nil) {
    self.code = code
    self.message = message
    self.remedy = code == .needsPassword ? .password : remedy
  }

  public var description: String { message }

  /// The error of a request that was cancelled.
  package static let cancelled = PageError(.cancelled, "the request was cancelled")
}

/// Something that a publisher should know about a result that was given all the same.
public struct PageWarning: Sendable, Hashable {
  /// A stable name for programs, such as `damaged-file` or `damaged-sidecar`.
  public var code: String
  /// The page's index, or nil if the whole publication is meant.
  public var page: Int?
  /// The place on that page, in its points; nil if unknown.
  public var box: Rect?
  /// One sentence, as in `PageError.message`.
  public var message: String

  public init(code: String, page: Int? = nil, box: Rect? = nil, message: String) {
    self.code = code
    self.page = page
    self.box = box
    self.message = message
  }
}
