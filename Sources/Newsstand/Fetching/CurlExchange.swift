import CRectoCurl
import Glibc

/// A request and its answer: libcurl calls it, and it passes the answer to the receiver.
final class CurlExchange {
  let url: FetchURL
  private let redirects: Int
  private let receiver: any AnswerReceiver
  private var gate: AddressGate
  private var reader = HeadReader()
  private var pace: Pace
  private var isConnected = false
  /// The reason why the exchange was ended from this side.
  private(set) var failure: TransferFailure?

  init(
    _ url: FetchURL, redirects: Int, gate: AddressGate, receiver: any AnswerReceiver,
    policy: FetchPolicy
  ) {
    self.url = url
    self.redirects = redirects
    self.gate = gate
    self.receiver = receiver
    pace = Pace(policy)
  }

  /// The head of the answer, once it is complete.
  var head: AnswerHead? { reader.head }

  /// With the addresses seen here, for the next request.
  var nextGate: AddressGate { gate }

  /// Connecting has a limit of its own.
  func isStalled() -> Bool { isConnected && pace.isStalled() }

  /// The time after which the exchange checks itself.
  var patience: Duration { isConnected ? pace.left() : .seconds(1) }

  /// Called before each wait for what comes next.
  func wait() { receiver.wait() }

  /// False ends the exchange.
  private func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    let isFirst = reader.isEmpty
    pace.took(line.count)
    return keepingFailure { () throws(TransferFailure) in
      let isComplete: Bool
      do throws(HeadProblem) { isComplete = try reader.take(line) } catch {
        throw TransferFailure(
          error: NewsstandError(.badAnswer, "the answer for \(url.shown) \(error.text)"))
      }
      if isFirst || isComplete { pace.begin() }
      guard isComplete, let head = reader.head, !head.isRedirect else { return }
      try receiver.begin(head, from: url)
    }
  }

  /// False ends the exchange, as the body of a redirect does.
  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard head?.isRedirect == false else { return false }
    pace.took(bytes.count)
    let start = SuspendingClock.now
    defer { pace.pause(for: SuspendingClock.now - start) }
    return keepingFailure { () throws(TransferFailure) in try receiver.receive(bytes) }
  }

  private func mayReach(_ address: NetworkAddress?) -> Bool {
    if gate.mayReach(address, for: url, redirects: redirects) { return true }
    failure = gate.refusal(address, for: url)
    return false
  }

  private func reached(_ text: UnsafePointer<CChar>?) -> Bool {
    let address = text.flatMap { NetworkAddress(String(cString: $0)) }
    guard mayReach(address) else { return false }
    // One that was refused before another of the same name was found no longer counts.
    failure = nil
    gate.reached(address, redirects: redirects)
    isConnected = true
    pace.begin()
    return true
  }

  private func keepingFailure(_ body: () throws(TransferFailure) -> Void) -> Bool {
    do throws(TransferFailure) {
      try body()
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// The callbacks of libcurl during this exchange, which has to outlive them.
  var callbacks: recto_curl_callbacks {
    recto_curl_callbacks(
      header: { bytes, size, count, context in
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return CurlExchange.from(context).takeHeader(line) ? line.count : 0
      },
      body: { bytes, size, count, context in
        let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return CurlExchange.from(context).takeBody(piece) ? piece.count : 0
      },
      open_socket: { context, _, address in
        guard let address, let bytes = recto_curl_address(address),
          CurlExchange.from(context).mayReach(NetworkAddress(bytes))
        else { return CURL_SOCKET_BAD }
        let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        return socket(address.pointee.family, kind, address.pointee.protocol)
      },
      before_request: { context, address, _, _, _ in
        // The one that is kept from an earlier exchange was opened under another gate.
        CurlExchange.from(context).reached(address)
          ? Int32(CURL_PREREQFUNC_OK) : Int32(CURL_PREREQFUNC_ABORT)
      },
      context: Unmanaged.passUnretained(self).toOpaque())
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> CurlExchange {
    Unmanaged<CurlExchange>.fromOpaque(context!).takeUnretainedValue()
  }
}
