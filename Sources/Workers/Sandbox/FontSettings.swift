import Glibc
import RectoPageModel

/// The paths in a settings file of fontconfig (fonts-conf(5)): folders of fonts, caches, other
/// files.
enum FontSettings {
  /// The absolute paths in one file; none where it cannot be read. Files that it includes are
  /// named and not looked into.
  static func paths(inFile path: String, user: UserFolders) -> [String] {
    let folder = folder(ofFile: path)
    return text(ofFile: path).split(separator: "<").compactMap { element in
      guard let end = element.firstIndex(of: ">") else { return nil }
      let tag = element[..<end]
      let value = String(element[element.index(after: end)...])
      let isBelowXDG = tag.contains("prefix=\"xdg\"")
      switch tag.prefix(while: { $0 != " " }) {
      case "dir" where tag.contains("prefix=\"relative\""): return "\(folder)/\(value)"
      case "dir": return isBelowXDG ? user.data(value) : absolute(value, user)
      case "cachedir": return isBelowXDG ? user.cache(value) : absolute(value, user)
      case "include": return isBelowXDG ? user.configuration(value) : absolute(value, user)
      default: return nil
      }
    }
  }

  private static func absolute(_ value: String, _ user: UserFolders) -> String? {
    if value.hasPrefix("~/") { return user.home(String(value.dropFirst(2))) }
    return value.hasPrefix("/") ? value : nil
  }

  private static func text(ofFile path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    // Debian's own has 4 KiB.
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64 << 10) { buffer in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      return String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
    }
  }
}
