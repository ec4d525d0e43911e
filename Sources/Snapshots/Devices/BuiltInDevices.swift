import RectoPageModel

extension DeviceProfile {
  /// Common screens by their kind; makers' own belong in a file (`profiles(inFileAt:)`).
  public static let builtIn = [
    DeviceProfile(
      name: "phone", size: Size(width: 390, height: 844), scale: 3,
      safeArea: SafeArea(top: 47, bottom: 34)),
    DeviceProfile(
      name: "tablet", size: Size(width: 820, height: 1180), scale: 2,
      safeArea: SafeArea(top: 24, bottom: 20)),
    DeviceProfile(
      name: "tablet-landscape", size: Size(width: 1180, height: 820), scale: 2,
      safeArea: SafeArea(top: 24, bottom: 20), showsSpreads: true),
    DeviceProfile(
      name: "small-tablet", size: Size(width: 744, height: 1133), scale: 2,
      safeArea: SafeArea(top: 24, bottom: 20)),
    DeviceProfile(
      name: "small-tablet-landscape", size: Size(width: 1133, height: 744), scale: 2,
      safeArea: SafeArea(top: 24, bottom: 20), showsSpreads: true),
    DeviceProfile(
      name: "e-reader", size: Size(width: 632, height: 840), scale: 2, isGray: true),
    DeviceProfile(
      name: "desktop-spread", size: Size(width: 1440, height: 900), scale: 1, showsSpreads: true),
  ]
}
