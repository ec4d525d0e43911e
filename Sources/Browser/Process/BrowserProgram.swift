import Glibc
import RectoPageModel

/// Debian's packages that the browser is made of, and how it is started.
///
/// bubblewrap isolates it: no network except a loopback without listeners, no processes but its
/// own, no files but the system's programs, libraries and fonts. In it Chromium sandboxes its
/// renderers once more, with namespaces and seccomp filters, which is why it must not be root's:
/// see `user`.
enum BrowserProgram {
  static let wrapper = "/usr/bin/bwrap"
  static let browser = "/usr/lib/chromium/chromium-headless-shell"

  /// Throws `notInstalled` with the name of the package that is missing.
  static func check() throws(PageError) {
    for (path, package) in [(browser, "chromium-headless-shell"), (wrapper, "bubblewrap")]
    where access(path, X_OK) != 0 {
      throw PageError(
        .notInstalled, "pages of HTML need the package \(package): apt install \(package)")
    }
  }

  /// Names the program that is installed, without running it. Calls `stat`.
  static var build: String {
    var status = stat()
    guard stat(browser, &status) == 0 else { return "none" }
    return "\(status.st_size)-\(status.st_mtim.tv_sec)"
  }

  /// The user that the browser runs as if this process is root's: Debian's `nobody`.
  static let user: UInt32 = 65_534
  /// Bytes of data of one of its processes. V8 takes a few hundred MiB of addresses before the
  /// first page, which count.
  static let dataBytes = 2 << 30
  /// Bytes of temporary files, among which is memory that processes share.
  private static let temporaryBytes = 512 << 20

  /// The command line, from the wrapper's name on.
  static var arguments: [String] { [wrapper] + enclosure + ["--", browser] + options }

  private static var enclosure: [String] {
    var words = [
      "--unshare-all", "--die-with-parent", "--cap-drop", "ALL",
      "--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64",
      "/lib64", "--symlink", "usr/bin", "/bin", "--ro-bind", "/etc/fonts", "/etc/fonts",
      "--ro-bind-try", "/var/cache/fontconfig", "/var/cache/fontconfig", "--proc", "/proc",
      "--dev", "/dev", "--size", "\(temporaryBytes)", "--tmpfs", "/tmp", "--chdir", "/tmp",
      "--uid", "1000", "--gid", "1000", "--clearenv", "--setenv", "HOME", "/tmp",
      "--setenv", "LANG", "C.UTF-8", "--setenv", "TZ", "UTC",
    ]
    if let fonts = environmentVariable("FONTCONFIG_FILE"), fonts.hasPrefix("/"),
      canBeRead(fonts)
    {
      words += ["--ro-bind-try", fonts, fonts, "--setenv", "FONTCONFIG_FILE", fonts]
    }
    return words
  }

  /// True if the browser's user can read a file, without which its enclosure fails.
  private static func canBeRead(_ path: String) -> Bool {
    guard getuid() == 0 else { return access(path, R_OK) == 0 }
    var status = stat()
    var place = ""
    for component in path.split(separator: "/").dropLast() {
      place += "/\(component)"
      guard stat(place, &status) == 0, status.st_mode & S_IXOTH != 0 else { return false }
    }
    return stat(path, &status) == 0 && status.st_mode & S_IROTH != 0
  }

  /// Pixels of a side of a tile that the browser draws at once, as many as of a captured picture at most.
  /// A tile takes 64 MiB, and a picture at a large scale may meet four. The browser leaves out tiles
  /// beyond 512 MiB, and says nothing.
  private static let tileSide = 4_096

  private static let options = [
    "--headless", "--remote-debugging-pipe", "--user-data-dir=/tmp/profile",
    // Nothing is reachable; it need not try.
    "--no-proxy-server", "--host-resolver-rules=MAP * ~NOTFOUND", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-domain-reliability",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp", "--disable-webrtc",
    "--force-webrtc-ip-handling-policy",
    // No services that a page could not use.
    "--no-first-run", "--no-default-browser-check", "--disable-default-apps",
    "--disable-extensions", "--disable-breakpad", "--disable-crash-reporter", "--mute-audio",
    "--block-new-web-contents", "--disable-dev-shm-usage", "--disable-gpu",
    "--disable-notifications",
    "--disable-hang-monitor", "--disable-prompt-on-repost",
    "--disable-features=Translate,MediaRouter,OptimizationHints,BackForwardCache,PaintHolding,"
      + "SpareRendererForSitePerProcess,AudioServiceOutOfProcess",
    // The enclosure has no network, so a network process would isolate nothing and only slow the start.
    "--enable-features=NetworkServiceInProcess2",
    // The same pixels each time, on every machine.
    "--hide-scrollbars", "--font-render-hinting=none", "--disable-lcd-text",
    "--force-color-profile=srgb",
    // Frames by command, each complete: see `Frames.swift`.
    "--enable-begin-frame-control", "--run-all-compositor-stages-before-draw",
    "--disable-threaded-animation", "--disable-threaded-scrolling", "--disable-checker-imaging",
    "--disable-image-animation-resync", "--disable-partial-raster",
    // One tile a page: pictures are scaled for each tile by itself, which shows where two meet.
    "--default-tile-width=\(tileSide)", "--default-tile-height=\(tileSide)",
    "--max-untiled-layer-width=\(tileSide)", "--max-untiled-layer-height=\(tileSide)",
    // 2: pictures that move stay on their first frame.
    "--blink-settings=imageAnimationPolicy=2",
    "--disable-renderer-backgrounding", "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    // A page that wants more than 256 MiB of objects loses its renderer.
    "--js-flags=--random-seed=1 --max-old-space-size=256",
  ]
}
