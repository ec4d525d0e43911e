/// The address of a server, its access rules and its limits.
public struct HTTPConfiguration: Sendable, Hashable {
  /// A numeric address; only this machine reaches the default.
  public var address = "127.0.0.1"
  /// 0 is any that is free.
  public var port = 0
  /// The names that it answers for. A server for other machines has to have its own in it.
  public var hosts = HostCheck.loopback
  /// The limits of clients.
  public var limits = HTTPLimits()

  /// A server for this machine on a free port.
  public init() {}
}
