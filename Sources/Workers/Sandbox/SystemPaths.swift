/// The paths of the system's libraries and of the data that they read.
public enum SystemPaths {
  /// The folders in which everything may be read; missing ones are skipped.
  public static let folders = [
    // Libraries and their modules, which are loaded when a format first needs them.
    "/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/local/lib",
    // Poppler's tables for Chinese, Japanese and Korean; Ghostscript's fonts; color profiles.
    "/usr/share/poppler", "/usr/share/ghostscript", "/usr/share/color",
    // Time zones, messages and media types, for GLib.
    "/usr/share/zoneinfo", "/usr/share/locale", "/usr/share/mime",
  ]

  /// The files that may be read.
  public static let files = [
    "/etc/ld.so.cache", "/etc/localtime", "/dev/urandom", "/dev/zero",
  ]
}
