import Glibc

/// The platform on which pages are drawn. Platforms on which a golden passes share it; any other
/// one gets its own.
public enum Platform {
  /// The name, such as `linux-x86_64`. Calls `uname`.
  public static let current: String = {
    var names = utsname()
    guard uname(&names) == 0 else { return "linux" }
    let machine = withUnsafeBytes(of: names.machine) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return "linux-\(machine)"
  }()
}
