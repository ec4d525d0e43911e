import RectoJSON
import RectoPageModel
import RectoPluginKit

extension DeviceProfile {
  private static let maximumBytes = 1 << 20
  private static let maximumCount = 1000

  /// The profiles of a JSON file: `{"devices":[{"name":"kiosk","size":[1080,1920],"scale":1}]}`.
  ///
  /// Throws `notFound`, `unreadable`, or `damaged` with the problem.
  public static func profiles(inFileAt path: String) throws(PageError) -> [DeviceProfile] {
    let file: FileBytes
    do throws(PageError) {
      file = try FileBytes(path: path)
    } catch {
      throw PageError(error.code, "the devices in \(path): \(error.message)")
    }
    guard file.count <= maximumBytes else {
      throw PageError(.damaged, "the devices in \(path): the file is larger than 1 MiB")
    }
    do throws(JSONError) {
      return try JSONDocument(file.prefix(maximumBytes)).root.required("devices") {
        list throws(JSONError) in
        let profiles = try [DeviceProfile](json: list)
        guard profiles.count <= maximumCount else {
          throw JSONError("there are more than \(maximumCount)")
        }
        guard Set(profiles.map(\.name)).count == profiles.count else {
          throw JSONError("a name appears twice")
        }
        return profiles
      }
    } catch {
      throw PageError(.damaged, "the devices in \(path) are invalid: \(error)")
    }
  }
}

/// `{"name","size":[w,h],"scale","safeArea":{"top","left","bottom","right"},"spread","gray"}`; all
/// but the name and the size may be left out, and `"pixels":[w,h]` may stand for the size.
extension DeviceProfile: JSONRepresentable, JSONDecodable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("size", size)
      json.member("scale", scale)
      json.member("safeArea", safeArea)
      json.member("spread", showsSpreads)
      json.member("gray", isGray)
    }
  }

  /// Refuses members that are not known, which would be misspelled ones.
  public init(json: JSONValue) throws(JSONError) {
    let known = ["name", "size", "pixels", "scale", "safeArea", "spread", "gray"]
    try json.members { name, _ throws(JSONError) in
      guard known.contains(name) else { throw JSONError("a device has no such member") }
    }
    name = try json.required("name") { name throws(JSONError) in try name.deviceName() }
    scale = try json.decodeIfPresent("scale") ?? 1
    guard (0.1...10).contains(scale) else { throw JSONError("the scale must be from 0.1 to 10") }
    if let pixels: PixelSize = try json.decodeIfPresent("pixels") {
      guard try json.member("size") == nil else {
        throw JSONError("size and pixels cannot be used together")
      }
      size = Size(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
    } else {
      size = try json.decode("size")
    }
    safeArea = try json.decodeIfPresent("safeArea") ?? SafeArea()
    showsSpreads = try json.decodeIfPresent("spread") ?? false
    isGray = try json.decodeIfPresent("gray") ?? false
    // The side of the largest bitmap.
    guard max(size.width, size.height) * scale <= 32_767, pageArea.width >= 1, pageArea.height >= 1
    else {
      throw JSONError("the screen must have 1 to 32767 pixels a side within its safe area")
    }
  }
}

/// `{"top","left","bottom","right"}`; missing members are 0.
extension SafeArea: JSONRepresentable, JSONDecodable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("top", top)
      json.member("left", left)
      json.member("bottom", bottom)
      json.member("right", right)
    }
  }

  public init(json: JSONValue) throws(JSONError) {
    try json.members { name, value throws(JSONError) in
      guard ["top", "left", "bottom", "right"].contains(name) else {
        throw JSONError("a safe area has no such member")
      }
      guard (0...100_000).contains(try value.number()) else {
        throw JSONError("an inset is at least 0")
      }
    }
    self.init(
      top: try json.decodeIfPresent("top") ?? 0, left: try json.decodeIfPresent("left") ?? 0,
      bottom: try json.decodeIfPresent("bottom") ?? 0,
      right: try json.decodeIfPresent("right") ?? 0)
  }
}

extension JSONValue {
  fileprivate func deviceName() throws(JSONError) -> String {
    let text = try string()
    let letters = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
    guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(letters.contains),
      !text.hasPrefix("-")
    else {
      throw JSONError("expected lower-case letters, digits and hyphens, 64 at most")
    }
    guard text != SnapshotDevice.page.name else {
      throw JSONError("\"page\" stands for pages without a device")
    }
    return text
  }
}
