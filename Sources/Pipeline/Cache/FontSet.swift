import CRectoFontconfig
import Glibc
import RectoPageModel

/// The state of the machine's fonts and hyphenation dictionaries, which decide where lines end:
/// installing or removing one, or changing fontconfig's configuration, changes it.
///
/// It is made of the times of fontconfig's files, of the font folders and of the dictionaries' folder,
/// like fontconfig's own caches: neither notices a font file that is overwritten in place. It should be determined before
/// the first page is rendered, and kept, since fontconfig does not check for changes after that
/// either.
public struct FontSet: Sendable, Hashable {
  private let digest: Digest

  /// 64 lower-case hexadecimal digits.
  public var hex: String { digest.hex }

  /// The present state. If `memo` has the list of files and folders to check from an earlier call,
  /// this takes a fraction of a millisecond; else fontconfig's configuration has to be parsed.
  public static func current(memo: ResultCache? = nil) -> FontSet {
    current(memo: memo, dictionaries: dictionaryFolder)
  }

  /// The folder in which Debian's `hyphen-` packages install dictionaries, all that layouts use.
  private static let dictionaryFolder = "/usr/share/hyphen"

  static func current(memo: ResultCache?, dictionaries: String) -> FontSet {
    let key = CacheKey(parts: ["fonts", dictionaries] + surroundings)
    if let known = memo?.memo(for: key), FontPlaces(bytes: known)?.areUnchanged == true {
      return FontSet(known)
    }
    let places = FontPlaces.ofFontconfig(and: dictionaries).bytes
    memo?.remember(places, for: key)
    return FontSet(places)
  }

  private init(_ places: [UInt8]) {
    var hash = SHA256()
    for text in Self.surroundings { hash.update(field: text) }
    places.withUnsafeBytes { hash.update(field: $0) }
    digest = hash.digest()
  }

  /// The environment variables that decide which files fontconfig reads, and which language it
  /// prefers fonts for (fonts-conf(5)).
  private static var surroundings: [String] {
    [
      "FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT", "HOME", "XDG_CONFIG_HOME",
      "XDG_DATA_HOME", "FC_LANG", "LC_ALL", "LC_CTYPE", "LANG",
    ].map { environmentVariable($0) ?? "" } + ["\(FcGetVersion())"]
  }
}

/// The files and folders that decide which fonts and dictionaries there are, and the state of each.
private struct FontPlaces {
  private struct State: Equatable {
    /// In nanoseconds since 1970; -1 if there is nothing.
    var modified: Int64 = -1
    /// The size of a file.
    var size: Int64 = 0

    /// Links are followed. Calls `stat`.
    init(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return }
      modified = status.st_mtim.nanoseconds
      if status.st_mode & S_IFMT == S_IFREG { size = Int64(status.st_size) }
    }

    init(modified: Int64, size: Int64) {
      self.modified = modified
      self.size = size
    }
  }

  /// The maximum number of folders: more than a machine with all of Debian's fonts has.
  private static let maximum = 20_000

  private var states: [(path: String, state: State)] = []

  var areUnchanged: Bool { states.allSatisfy { State($0.path) == $0.state } }

  // MARK: Search

  /// Those of fontconfig, and one more folder. Calls `FcInitLoadConfig`, which reads the configuration
  /// and no font.
  static func ofFontconfig(and folder: String) -> FontPlaces {
    var paths = [folder]
    if let config = FcInitLoadConfig() {
      paths += strings(FcConfigGetConfigFiles(config))
      paths += strings(FcConfigGetConfigDirs(config))
      paths += strings(FcConfigGetFontDirs(config)).flatMap(foldersBelow)
      FcConfigDestroy(config)
    }
    // fontconfig does not report whether it would read them if they existed.
    if let home = environmentVariable("HOME") {
      let own = (environmentVariable("XDG_CONFIG_HOME") ?? "\(home)/.config") + "/fontconfig"
      paths += [
        own, "\(own)/conf.d", "\(own)/fonts.conf", "\(home)/.fonts.conf", "\(home)/.fonts.conf.d",
      ]
    }
    var places = FontPlaces()
    for path in Set(paths).sorted() { places.states.append((path, State(path))) }
    return places
  }

  /// Consumes the list. Calls `FcStrListNext`.
  private static func strings(_ list: OpaquePointer?) -> [String] {
    guard let list else { return [] }
    defer { FcStrListDone(list) }
    var strings: [String] = []
    while let string = FcStrListNext(list) { strings.append(String(cString: string)) }
    return strings
  }

  /// The folder and all folders below it. A new folder shows in the time of its parent.
  private static func foldersBelow(_ path: String) -> [String] {
    var folders = [path]
    var seen: Set<FileIdentity> = []
    var index = 0
    while index < folders.count, folders.count < maximum {
      let folder = folders[index]
      index += 1
      let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      guard let identity = FileIdentity(descriptor), seen.insert(identity).inserted else {
        continue
      }
      for inner in folderNames(descriptor) ?? [] {
        switch Int(inner.type) {
        case Int(DT_DIR): folders.append("\(folder)/\(inner.name)")
        case Int(DT_LNK), Int(DT_UNKNOWN):
          if isFolder("\(folder)/\(inner.name)") { folders.append("\(folder)/\(inner.name)") }
        default: break
        }
      }
    }
    return folders
  }

  private init() {}

  // MARK: As bytes

  /// For each path its time, its size and its length, of eight bytes each, and the path itself.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    func append(_ number: Int64) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    for (path, state) in states {
      append(state.modified)
      append(state.size)
      append(Int64(path.utf8.count))
      bytes.append(contentsOf: path.utf8)
    }
    return bytes
  }

  /// Nil if the bytes have another form.
  init?(bytes: [UInt8]) {
    var rest = bytes[...]
    func next() -> Int64? {
      guard rest.count >= 8 else { return nil }
      let number = rest.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }
      rest = rest.dropFirst(8)
      return Int64(littleEndian: number)
    }
    while !rest.isEmpty {
      guard let modified = next(), let size = next(), let length = next(),
        length >= 0, length <= rest.count
      else { return nil }
      let path = String(decoding: rest.prefix(Int(length)), as: UTF8.self)
      rest = rest.dropFirst(Int(length))
      states.append((path, State(modified: modified, size: size)))
    }
  }
}
