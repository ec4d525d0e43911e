import RectoPageModel

/// The device that pages are rendered for.
public struct SnapshotDevice: Sendable, Hashable {
  public var name: String
  public var request: RenderRequest

  public init(name: String, request: RenderRequest) {
    self.name = name
    self.request = request
  }

  public init(_ profile: DeviceProfile) {
    self.init(name: profile.name, request: profile.request)
  }

  /// Whole pages at 150 dpi.
  public static let page = SnapshotDevice(
    name: "page", request: RenderRequest(scale: .pixelsPerPoint(150.0 / 72), isDeterministic: true))
}
