import RectoJSON
import RectoPageModel

/// The content of the file `NAME.recto-plugin.json`, which is all that is read of a plugin until it
/// is used.
public struct PluginManifest: Sendable, Hashable {
  /// A short stable name in lower case, such as `djvu`.
  public var id: String
  /// The name for people.
  public var name: String
  /// Changes whenever the same request may give other pixels.
  public var version: String
  /// The version of the plugin interface that the library speaks.
  public var interfaceVersion: Int
  /// The library's file name, in the folder of the manifest.
  public var library: String
  /// The media types of the sources that the plugin opens.
  public var mediaTypes: [String]
  /// Lower-case file extensions without a dot.
  public var fileExtensions: [String]
  /// Patterns, any of which marks a file as the plugin's own.
  public var magic: [MagicBytes]
  /// The capabilities of its publications and pages beyond drawing.
  public var capabilities: [Capability]
  /// Names of capabilities that this version does not know, such as those of a later one.
  public var unknownCapabilities: [String]
  /// The names of members that this version does not know: of a later version, or misspelled.
  public var unknownMembers: [String]
  /// Absolute paths that the plugin's sandbox must leave open for reading, beside the library.
  public var readablePaths: [String]
  /// The extensions of files beside a source that the plugin may read as well.
  public var companionExtensions: [String]
  /// Facts about the sources that it reads.
  public var sourceTraits: SourceTraits

  /// The suffix of manifests' names.
  public static let fileSuffix = ".recto-plugin.json"

  /// The problem of a plugin with another version of the interface; nil if the version fits.
  public var versionProblem: String? {
    RectoPluginKit.versionProblem(plugin: name, version: interfaceVersion)
  }
}

extension PluginManifest: JSONDecodable {
  /// Members that are not known are left out, and named in `unknownMembers`.
  public init(json: JSONValue) throws(JSONError) {
    let known = [
      "id", "name", "version", "abi", "library", "mediaTypes", "extensions", "magic",
      "capabilities", "reads", "companions", "roles", "pagesArePictures", "slowToOpen",
    ]
    var seen: Set<String> = []
    var unknown: [String] = []
    try json.members { name, _ throws(JSONError) in
      guard seen.insert(name).inserted else { throw JSONError("the member appears twice") }
      if !known.contains(name) { unknown.append(name) }
    }
    var roles: [FileRole: [String]] = [:]
    try json.ifPresent("roles") { object throws(JSONError) in
      try object.members { name, extensions throws(JSONError) in
        let extensions = try extensions.list { name throws(JSONError) in
          try name.fileExtension()
        }
        if let role = FileRole(rawValue: name) {
          roles[role] = extensions
        } else {
          unknown.append("roles.\(name)")
        }
      }
    }
    unknownMembers = unknown
    id = try json.required("id") { id throws(JSONError) in try id.identifier() }
    name = try json.required("name") { name throws(JSONError) in try name.line(upTo: 100) }
    version = try json.required("version") { version throws(JSONError) in
      try version.line(upTo: 100)
    }
    interfaceVersion = try json.integer("abi", in: 1...Int(Int32.max))
    library = try json.required("library") { library throws(JSONError) in
      try library.fileName()
    }
    mediaTypes = try json.list("mediaTypes") { type throws(JSONError) in try type.line(upTo: 200) }
    fileExtensions = try json.list("extensions") { name throws(JSONError) in
      try name.fileExtension()
    }
    magic = try json.list("magic") { magic throws(JSONError) in try MagicBytes(json: magic) }
    let names = try json.list("capabilities") { name throws(JSONError) in
      try name.line(upTo: 64)
    }
    capabilities = names.compactMap(Capability.init(rawValue:))
    unknownCapabilities = names.filter { Capability(rawValue: $0) == nil }
    readablePaths = try json.list("reads") { path throws(JSONError) in try path.absolutePath() }
    companionExtensions = try json.list("companions") { name throws(JSONError) in
      try name.fileExtension()
    }
    sourceTraits = SourceTraits(
      roles: roles, readsFilesBeside: !companionExtensions.isEmpty,
      pagesArePictures: try json.decodeIfPresent("pagesArePictures") ?? false,
      isSlowToOpen: try json.decodeIfPresent("slowToOpen") ?? false)
    guard !fileExtensions.isEmpty || !magic.isEmpty else {
      throw JSONError("extensions or magic must say which files the plugin reads")
    }
    guard Set(capabilities).count == capabilities.count else {
      throw JSONError("a capability appears twice").inside("capabilities")
    }
  }
}

extension PluginManifest {
  private static let maximumBytes = 64 << 10

  /// Reads the manifest at `path`.
  ///
  /// Throws `notFound`, `unreadable`, or `damaged` with the problem.
  public init(path: String) throws(PageError) {
    let file = try FileBytes(path: path)
    guard file.count <= Self.maximumBytes else {
      throw PageError(.damaged, "the manifest is larger than \(Self.maximumBytes >> 10) KiB")
    }
    do throws(JSONError) {
      try self.init(jsonBytes: file.prefix(Self.maximumBytes))
    } catch {
      throw PageError(.damaged, "the manifest is invalid: \(error)")
    }
  }
}

extension JSONValue {
  /// A list that need not be there and is not endless.
  fileprivate func list<Element>(
    _ name: StaticString, _ body: (JSONValue) throws(JSONError) -> Element
  ) throws(JSONError) -> [Element] {
    try ifPresent(name) { list throws(JSONError) in try list.list(body) } ?? []
  }

  /// The elements of a list that is not endless.
  fileprivate func list<Element>(
    _ body: (JSONValue) throws(JSONError) -> Element
  ) throws(JSONError) -> [Element] {
    let elements = try elements(body)
    guard elements.count <= 100 else { throw JSONError("the list is longer than 100") }
    return elements
  }

  /// A text of one line.
  fileprivate func line(upTo count: Int) throws(JSONError) -> String {
    let text = try string()
    guard !text.isEmpty, DisplayText(text, maximumCount: count).text == text else {
      throw JSONError("expected one line of at most \(count) characters")
    }
    return text
  }

  fileprivate func identifier() throws(JSONError) -> String {
    let text = try string()
    guard text.isLowerCaseName(and: "-"), !text.hasPrefix("-") else {
      throw JSONError("expected lower-case letters, digits and hyphens, 64 at most")
    }
    return text
  }

  fileprivate func fileExtension() throws(JSONError) -> String {
    let text = try string()
    guard text.isLowerCaseName(and: "-_+~") else {
      throw JSONError("expected a lower-case extension without its dot")
    }
    return text
  }

  fileprivate func fileName() throws(JSONError) -> String {
    let text = try line(upTo: 200)
    guard !text.utf8.contains(UInt8(ascii: "/")), text != ".", text != ".." else {
      throw JSONError("expected the name of a file beside the manifest")
    }
    return text
  }

  fileprivate func absolutePath() throws(JSONError) -> String {
    let text = try line(upTo: 400)
    let parts = text.split(separator: "/")
    guard text.hasPrefix("/"), !parts.isEmpty, !parts.contains(".."), !parts.contains(".") else {
      throw JSONError("expected an absolute path below /, without . and ..")
    }
    return text
  }
}

extension String {
  /// True for 1 to 64 ASCII letters in lower case, digits and `others`.
  fileprivate func isLowerCaseName(and others: String) -> Bool {
    (1...64).contains(utf8.count)
      && utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || others.utf8.contains(byte)
      }
  }
}
