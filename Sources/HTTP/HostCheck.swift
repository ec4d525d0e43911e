/// For which names a server answers.
///
/// A page of a foreign site can have its own name lead to this machine and then read what a local
/// server says (DNS rebinding). Its requests still carry the foreign name in `Host`.
public enum HostCheck: Sendable, Hashable {
  /// For all.
  case any
  /// For these, in lowercase, on whatever port. Requests without `Host`, which browsers do not
  /// send, are answered too.
  case names(Set<String>)

  /// The names of this machine on itself.
  public static let loopback = HostCheck.names(["localhost", "127.0.0.1", "[::1]"])

  /// True if a request with this `Host` is answered.
  func allows(_ host: String?) -> Bool {
    guard case .names(let names) = self, let host else { return true }
    let end = host.hasPrefix("[") ? host.lastIndex(of: "]").map(host.index(after:)) : nil
    let name = end.map { host[..<$0] } ?? host.prefix { $0 != ":" }
    let port = host[name.endIndex...]
    return names.contains(name.lowercased())
      && (port.isEmpty || port.dropFirst().allSatisfy(\.isNumber) && port.first == ":")
  }
}
