import RectoPageModel
import RectoSnapshots

/// The part of a publication to proof, and the options.
public struct ProofOptions: Sendable {
  /// The screens; each gives a publication whose text flows pages of its own.
  public var devices: [DeviceProfile] = DeviceProfile.builtIn
  /// The layout of the publication if no device states one.
  public var layout = LayoutOptions()
  /// The pages that are shown, as `PageSelection` reads them; nil for all. Pages that an edition
  /// does not have are left out of it.
  public var pages: String?
  /// Pixels per inch of the pictures of pages.
  public var dotsPerInch = 144.0
  /// True if the proof opens with spreads instead of the contact sheet.
  public var opensWithSpreads = false
  /// The preflight profile; nil to skip preflight.
  public var preflight: PreflightProfile? = .tablet

  /// Options for all pages on all built-in devices.
  public init() {}

  /// The indices of the shown pages, of `count`, in their order.
  ///
  /// Throws `badRequest` for an invalid choice of pages.
  func shownPages(of count: Int) throws(PageError) -> [Int] {
    guard let pages else { return Array(0..<count) }
    return Array(Set(try PageSelection(pages, count: count).indices)).sorted()
  }

  /// The layout of a publication whose text flows on a device: a page as large as the room that its
  /// screen has for one. Type sizes, margins and colors stay.
  func layout(on device: DeviceProfile) -> LayoutOptions {
    var layout = layout
    let room = device.pageArea.size
    let sides = LayoutOptions.pageSideRange
    layout.pageSize = Size(
      width: min(
        max(device.showsSpreads ? room.width / 2 : room.width, sides.lowerBound),
        sides.upperBound),
      height: min(max(room.height, sides.lowerBound), sides.upperBound))
    return layout
  }
}
