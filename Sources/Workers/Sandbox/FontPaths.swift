import RectoPageModel

/// The paths of fonts and of fontconfig's settings and caches.
public enum FontPaths {
  /// The folders and files of Debian and of the user, and those that the file of
  /// `FONTCONFIG_FILE` names. Some may not exist.
  ///
  /// Calls `getenv`.
  public static func paths() -> [String] {
    let user = UserFolders()
    var paths = [
      "/usr/share/fonts", "/usr/local/share/fonts", "/etc/fonts", "/usr/share/fontconfig",
      "/var/cache/fontconfig",
    ]
    paths += [
      user.data("fonts"), user.configuration("fontconfig"), user.cache("fontconfig"),
      user.home(".fonts"), user.home(".fonts.conf"), user.home(".fonts.conf.d"),
      user.home(".fontconfig"),
    ].compactMap(\.self)
    if let file = environmentVariable("FONTCONFIG_FILE"), file.hasPrefix("/") {
      paths.append(file)
      paths += FontSettings.paths(inFile: file, user: user)
    }
    return paths
  }
}

/// The user's folders after the XDG Base Directory Specification; nil where the user has no home.
struct UserFolders {
  private let homeFolder = Self.path(of: "HOME")

  func home(_ name: String) -> String? { homeFolder.map { "\($0)/\(name)" } }
  func data(_ name: String) -> String? { folder("XDG_DATA_HOME", else: ".local/share", name) }
  func cache(_ name: String) -> String? { folder("XDG_CACHE_HOME", else: ".cache", name) }
  func configuration(_ name: String) -> String? { folder("XDG_CONFIG_HOME", else: ".config", name) }

  private func folder(_ variable: String, else usual: String, _ name: String) -> String? {
    (Self.path(of: variable) ?? home(usual)).map { "\($0)/\(name)" }
  }

  private static func path(of variable: String) -> String? {
    environmentVariable(variable).flatMap { $0.hasPrefix("/") && $0 != "/" ? $0 : nil }
  }
}
