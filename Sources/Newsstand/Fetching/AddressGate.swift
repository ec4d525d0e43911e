/// Says which addresses one request and its redirects may reach; `FetchPolicy` has the rule.
struct AddressGate {
  private let policy: FetchPolicy
  /// The host that the person named.
  private let namedHost: String
  private let isNamedByPerson: Bool
  /// The address of the first request, if it is not public.
  private var privateAddress: NetworkAddress?

  init(_ policy: FetchPolicy, first: FetchURL, namedBy: FetchURL?) {
    self.policy = policy
    namedHost = (namedBy ?? first).host
    isNamedByPerson = namedBy == nil || namedBy?.host == first.host
  }

  /// Called when a request has its connection. An address that is not known is not public.
  mutating func reached(_ address: NetworkAddress?, redirects: Int) {
    if redirects == 0, let address, !address.isPublic { privateAddress = address }
  }

  func mayReach(_ address: NetworkAddress?, for url: FetchURL, redirects: Int) -> Bool {
    if policy.isPrivateAllowed || address?.isPublic == true { return true }
    // The owner of an Internet name can have it lead to this machine at any time.
    if address?.isOfMachine == true, !url.mayStandForMachine { return false }
    if redirects == 0 { return isNamedByPerson }
    guard let privateAddress else { return false }
    return address == privateAddress || url.host == namedHost
  }

  /// The reason why an address is not reached.
  func refusal(_ address: NetworkAddress?, for url: FetchURL) -> TransferFailure {
    TransferFailure(
      error: NewsstandError(
        .refused,
        "\(url.shown) is at \(address?.description ?? "an unknown address"), which is not public: "
          + "such addresses are contacted only if a person named them"))
  }
}

extension FetchURL {
  /// True if the host may be this machine: an address, a name without a dot, or one that is none of
  /// the Internet (RFC 6761, RFC 6762).
  fileprivate var mayStandForMachine: Bool {
    NetworkAddress(host) != nil || !host.contains(".")
      || [".localhost", ".local"].contains(where: host.hasSuffix)
  }
}
