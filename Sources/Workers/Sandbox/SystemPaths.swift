/// The system paths that libraries read: themselves, and their data.
public enum SystemPaths {
  /// Folders below which all may be read; those that are not there are passed over.
  public static let folders = [
    // Libraries, which are loaded when a format first needs them, and their modules.
    "/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/local/lib",
    // Poppler's tables for Chinese, Japanese and Korean; Ghostscript's fonts; color profiles.
    "/usr/share/poppler", "/usr/share/ghostscript", "/usr/share/color",
    // Time zones, messages and media types, for GLib.
    "/usr/share/zoneinfo", "/usr/share/locale", "/usr/share/mime",
  ]

  /// Files that may be read.
  public static let files = [
    "/etc/ld.so.cache", "/etc/localtime", "/dev/urandom", "/dev/zero",
  ]
}
