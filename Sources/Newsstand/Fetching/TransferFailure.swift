/// Why an attempt to fetch something failed.
struct TransferFailure: Error, Sendable, Hashable {
  let error: NewsstandError
  /// Whether the same attempt may succeed a little later.
  var isTransient = false
  /// Whether what is here of an earlier attempt cannot be gone on with.
  var wantsNewStart = false

  /// Whether a connection that was kept from an earlier exchange brought no answer: its server may
  /// have closed it, or sent more than it had announced.
  var isOfKeptConnection = false

  static let cancelled = TransferFailure(error: NewsstandError(.cancelled, "it was withdrawn"))
}
