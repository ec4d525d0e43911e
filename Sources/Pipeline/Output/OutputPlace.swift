import Glibc
import RectoPageModel

/// The place that the path of an output leads to through symbolic links, which stay links: a rename
/// onto one would replace it.
enum OutputPlace {
  /// A descriptor that this process inherited, such as 1 for `/dev/stdout`.
  case descriptor(Int32)
  case path(String)

  /// The most links in a row that Linux follows.
  private static let maximumLinks = 40

  /// A link without a target leads to the place where its target would be, if that has a folder. Calls
  /// `readlink` and `realpath`.
  init(_ path: String) {
    let descriptors = Self.real("/proc/self/fd")
    var place = path
    for _ in 0..<Self.maximumLinks {
      let folder = folder(ofFile: place)
      // The link that Linux shows for a descriptor names what was opened, and not where in it to write.
      if let number = Int32(fileName(ofPath: place)), let descriptors,
        Self.real(folder) == descriptors
      {
        self = .descriptor(number)
        return
      }
      guard let target = Self.target(of: place) else { break }
      place = target.hasPrefix("/") ? target : "\(folder)/\(target)"
    }
    self = .path(place == path ? path : Self.real(path) ?? Self.missing(place) ?? path)
  }

  /// The path of a file that does not exist, without links; nil if its folder does not exist either, or if
  /// it is a link, as the last of too many or of a circle is.
  private static func missing(_ place: String) -> String? {
    guard target(of: place) == nil, let folder = real(folder(ofFile: place)) else { return nil }
    return "\(folder)/\(fileName(ofPath: place))"
  }

  private static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Returns nil for a path that is not a link.
  private static func target(of path: String) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
      let count = buffer.withMemoryRebound(to: CChar.self) {
        readlink(path, $0.baseAddress!, $0.count)
      }
      return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }
  }
}
