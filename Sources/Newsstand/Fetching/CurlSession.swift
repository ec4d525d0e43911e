import CRectoCurl

/// Owns a handle of libcurl with its connections, which it keeps open for the next exchange.
///
/// `@unchecked`, since `TransferPool` lets one thread use it at a time. What ends a wait comes from
/// others, and only calls `curl_multi_wakeup`, which may be called from any.
final class CurlSession: @unchecked Sendable {
  private let easy: UnsafeMutableRawPointer
  private let multi: UnsafeMutableRawPointer
  /// The buffer for libcurl's error message.
  private let sentence: UnsafeMutablePointer<CChar>

  /// Calls `curl_global_init` once in a process.
  init() {
    _ = Self.globalStatus
    guard let easy = curl_easy_init(), let multi = curl_multi_init() else {
      preconditionFailure("there is no memory for a transfer")
    }
    self.easy = easy
    self.multi = multi
    sentence = .allocate(capacity: Int(CURL_ERROR_SIZE))
    sentence.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_multi_cleanup(multi)
    sentence.deallocate()
  }

  private static let globalStatus = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

  /// Waits, unless it is cancelled. Calls `curl_multi_poll`.
  func wait(seconds: Double, _ cancellation: CancellationToken) throws(NewsstandError) {
    let end = SuspendingClock.now + .seconds(seconds)
    while true {
      try cancellation.check()
      let left = end - .now
      guard left > .zero else { return }
      poll(for: left, cancellation)
    }
  }

  /// Makes one exchange, to its end. One that is `fresh` has a connection of its own.
  ///
  /// Throws why it has none, `TransferFailure.cancelled` where it was cancelled.
  func perform(
    _ exchange: CurlExchange, _ request: TransferRequest, _ policy: FetchPolicy,
    until deadline: SuspendingClock.Instant?, _ cancellation: CancellationToken, fresh: Bool
  ) throws(TransferFailure) {
    let fields = HeaderList(request.fields + request.secretFields)
    // Nothing of the exchange is left in the handle.
    defer { curl_easy_reset(easy) }
    try configure(exchange, request, fields, policy, fresh: fresh)
    guard curl_multi_add_handle(multi, easy) == CURLM_OK else {
      throw Self.failure(CURLE_OUT_OF_MEMORY, "", exchange.url)
    }
    defer { curl_multi_remove_handle(multi, easy) }
    let code = try drive(exchange, policy, until: deadline, cancellation)
    if let failure = exchange.failure { throw failure }
    // The body of a redirect is not waited for.
    if exchange.head?.isRedirect == true || code == CURLE_OK { return }
    var failure = Self.failure(code, String(cString: sentence), exchange.url)
    var connections = 1
    recto_curl_get_long(easy, CURLINFO_NUM_CONNECTS, &connections)
    failure.isOfKeptConnection = connections == 0 && exchange.head == nil
    throw failure
  }

  /// Calls `curl_multi_perform` until the exchange has ended.
  private func drive(
    _ exchange: CurlExchange, _ policy: FetchPolicy, until deadline: SuspendingClock.Instant?,
    _ cancellation: CancellationToken
  ) throws(TransferFailure) -> CURLcode {
    while true {
      if cancellation.isCancelled { throw .cancelled }
      var running: Int32 = 0
      let status = curl_multi_perform(multi, &running)
      guard status == CURLM_OK else { return CURLE_OUT_OF_MEMORY }
      if running == 0 { return result }
      if exchange.isStalled() || deadline.map({ $0 <= .now }) == true {
        throw stalled(exchange, policy)
      }
      exchange.wait()
      poll(for: min(exchange.patience, .seconds(1)), cancellation)
    }
  }

  private var result: CURLcode {
    var rest: Int32 = 0
    while let message = curl_multi_info_read(multi, &rest) {
      if message.pointee.msg == CURLMSG_DONE { return message.pointee.data.result }
    }
    return CURLE_GOT_NOTHING
  }

  private func poll(for duration: Duration, _ cancellation: CancellationToken) {
    let milliseconds = Int32(clamping: Int(duration / .milliseconds(1)) + 1)
    let wait = { [multi] in _ = curl_multi_poll(multi, nil, 0, milliseconds, nil) }
    cancellation.during(wait, wake: { [self] in curl_multi_wakeup(multi) })
  }

  private func configure(
    _ exchange: CurlExchange, _ request: TransferRequest, _ fields: borrowing HeaderList,
    _ policy: FetchPolicy, fresh: Bool
  ) throws(TransferFailure) {
    func set(_ code: CURLcode) throws(TransferFailure) {
      guard code == CURLE_OK else { throw Self.failure(code, "", exchange.url) }
    }
    sentence.pointee = 0
    try set(recto_curl_set_callbacks(easy, exchange.callbacks))
    try set(recto_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, sentence))
    try set(recto_curl_set_text(easy, CURLOPT_URL, exchange.url.text))
    try set(recto_curl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https"))
    try set(recto_curl_set_text(easy, CURLOPT_PROXY, ""))
    try set(recto_curl_set_text(easy, CURLOPT_USERAGENT, policy.userAgent))
    try set(recto_curl_set_pointer(easy, CURLOPT_HTTPHEADER, fields.first))
    if let body = request.body {
      try set(recto_curl_set_long(easy, CURLOPT_POST, 1))
      try set(recto_curl_set_body(easy, body, body.count))
    }
    if request.mayBeCompressed {
      try set(recto_curl_set_text(easy, CURLOPT_ACCEPT_ENCODING, "gzip"))
    }
    if let certificates = policy.certificates {
      try set(recto_curl_set_text(easy, CURLOPT_CAINFO, certificates))
      try set(recto_curl_set_pointer(easy, CURLOPT_CAPATH, nil))
    }
    try set(recto_curl_set_long(easy, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)))
    try set(recto_curl_set_long(easy, CURLOPT_NOSIGNAL, 1))
    try set(recto_curl_set_long(easy, CURLOPT_BUFFERSIZE, 256 << 10))
    try set(recto_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, Int(policy.connectSeconds * 1000)))
    try set(recto_curl_set_long(easy, CURLOPT_FRESH_CONNECT, fresh ? 1 : 0))
  }

  private func stalled(_ exchange: CurlExchange, _ policy: FetchPolicy) -> TransferFailure {
    TransferFailure(
      error: NewsstandError(
        .stalled,
        "\(exchange.url.shown) stalled: the server sent nothing or too little for "
          + "\(Int(policy.stallSeconds)) s"),
      isTransient: true)
  }
}
