import Glibc

/// The part of a BCP 47 tag that chooses a dictionary.
struct LanguageTag: Hashable {
  /// Lowercase.
  let language: String
  /// Titlecase, such as `Latn`.
  let script: String?
  /// Uppercase.
  let region: String?

  /// Returns nil if the tag is invalid. Accepts underscores in place of hyphens; ignores variants,
  /// extensions and private parts.
  init?(_ tag: String) {
    guard tag.utf8.count <= 64 else { return nil }
    let parts = tag.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard let first = parts.first, (2...3).contains(first.utf8.count), Self.isLetters(first) else {
      return nil
    }
    language = first.lowercased()
    var rest = parts.dropFirst()
    if let part = rest.first, part.utf8.count == 4, Self.isLetters(part) {
      script = part.prefix(1).uppercased() + part.dropFirst().lowercased()
      rest = rest.dropFirst()
    } else {
      script = nil
    }
    if let part = rest.first, part.utf8.count == 2, Self.isLetters(part) {
      region = part.uppercased()
    } else {
      region = nil
    }
  }

  private static func isLetters(_ part: Substring) -> Bool {
    part.utf8.allSatisfy { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }
  }
}

/// The names of the dictionaries in a folder: `hyph_de_AT.dic`.
struct DictionaryNames {
  /// In ascending order.
  private let files: [String]

  /// Calls `opendir` and `readdir`.
  init(folder: String) {
    guard let directory = opendir(folder) else {
      files = []
      return
    }
    defer { closedir(directory) }
    var found: [String] = []
    while let entry = readdir(directory), found.count < Self.most {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(Self.prefix), name.hasSuffix(Self.suffix) { found.append(name) }
    }
    files = found.sorted()
  }

  /// The maximum number of files; a folder with more does not hold dictionaries.
  private static let most = 10_000
  private static let prefix = "hyph_"
  private static let suffix = ".dic"

  /// The file that fits a tag best: that of the region, that of the language, that of the language's
  /// main region, or else the first one of the language.
  func file(for tag: LanguageTag) -> String? {
    let language = tag.language
    var wanted: [String] = []
    if let region = tag.region {
      if let script = tag.script { wanted.append("\(language)_\(script)_\(region)") }
      wanted.append("\(language)_\(region)")
    }
    wanted.append(language)
    wanted.append("\(language)_\(Self.mainRegions[language] ?? language.uppercased())")
    for name in wanted {
      let file = Self.prefix + name + Self.suffix
      if files.contains(file) { return file }
    }
    return files.first { $0.hasPrefix("\(Self.prefix)\(language)_") }
  }

  /// The main regions of languages whose region code differs from the language code.
  private static let mainRegions = ["en": "US"]
}
