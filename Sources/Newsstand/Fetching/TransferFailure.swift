/// Why an attempt to fetch something failed.
struct TransferFailure: Error, Sendable, Hashable {
  let error: NewsstandError
  /// True if the same attempt may succeed a little later.
  var isTransient = false
  /// True if the partial file of an earlier attempt cannot be resumed.
  var wantsNewStart = false

  /// True if a connection kept from an earlier exchange brought no answer: its server may have
  /// closed it, or sent more than it had announced.
  var isOfKeptConnection = false

  static let cancelled = TransferFailure(error: NewsstandError(.cancelled, "it was withdrawn"))
}
