/// The source that a publication is read from.
///
/// The bytes of a file are lent by `FileBytes`, which the caller makes; a backend opens no path
/// except below a folder that it was given.
public struct Source: Sendable {
  /// The content of a source, by where it is.
  public enum Content: Sendable {
    /// One file, or the whole of standard input.
    case file(FileBytes)
    /// A folder, by its path; `entries` are its direct children.
    case folder(entries: [String])
    /// A folder that is not on the disk, such as one in an archive.
    case files(any SourceFiles)
  }

  /// The path as the user gave it; used in messages and for the name of a sidecar.
  public let path: String
  public let content: Content

  public init(path: String, content: Content) {
    self.path = path
    self.content = content
  }

  /// The same with an absolute path, as workers know it; standard input has none.
  package var inAbsoluteTerms: Source {
    path == "-" ? self : Source(path: absolutePath(path), content: content)
  }

  /// The last component of the path.
  public var name: String { fileName(ofPath: path) }

  /// The lower-case extension without its dot, or the empty string.
  public var fileExtension: String { RectoPageModel.fileExtension(ofName: name) }
}

/// The input of recognition: the name, and the first bytes or the folder's entries.
public struct SourceProbe: Sendable {
  /// The first bytes of a file: 4,096, or all of a shorter one; empty for a folder.
  public let head: [UInt8]
  /// The names directly in a folder; empty for a file.
  public let entries: [String]
  public let isFolder: Bool
  /// The lower-case extension without its dot.
  public let fileExtension: String
  /// True for standard input, which has no name.
  public let isStandardInput: Bool
  /// The files of a folder, for what their names do not tell; nil for a file, and if recognition
  /// has to make do with names.
  public let files: (any SourceFiles)?

  /// `seesFiles` is false to judge a folder by its names alone, which is faster.
  public init(_ source: Source, seesFiles: Bool = true) {
    fileExtension = source.fileExtension
    isStandardInput = source.path == "-"
    switch source.content {
    case .file(let bytes):
      head = bytes.prefix(4096)
      entries = []
      isFolder = false
      files = nil
    case .folder(let names):
      head = []
      entries = names
      isFolder = true
      files = seesFiles ? try? FolderFiles(path: source.path, entries: names) : nil
    case .files(let given):
      head = []
      entries = given.entries
      isFolder = true
      files = seesFiles ? given : nil
    }
  }

  /// True if the file begins with these bytes.
  public func begins(with magic: [UInt8], at offset: Int = 0) -> Bool {
    head.count >= offset + magic.count
      && head[offset..<offset + magic.count].elementsEqual(magic)
  }

  /// True if `text` (ASCII) occurs anywhere in the first `limit` bytes.
  public func contains(_ text: StaticString, within limit: Int = 1024) -> Bool {
    let needle = text.withUTF8Buffer { Array($0) }
    let end = min(limit, head.count)
    guard end >= needle.count else { return false }
    return (0...(end - needle.count)).contains {
      head[$0..<$0 + needle.count].elementsEqual(needle)
    }
  }
}

extension SourceProbe {
  /// Extensions of files in which markup and signatures of other formats may be written about.
  private static let textExtensions: Set = ["md", "markdown", "txt", "text"]

  /// True for a file with the extension of a text that begins with UTF-8 text only. It is a text
  /// even if its first letters are the signature of another format.
  public var isWrittenText: Bool {
    guard Self.textExtensions.contains(fileExtension) else { return false }
    return isPlainText
  }

  /// True for text on standard input that no other backend reads: text that begins with a bracket
  /// or a signature is code, markup or data.
  public var isUnnamedText: Bool {
    isStandardInput && isPlainText
      && !["<", "{", "[", "%", "#!"].contains { sign in
        head.drop { $0 <= 0x20 }.starts(with: sign.utf8)
      }
  }

  /// True if it begins with nothing but text in UTF-8.
  private var isPlainText: Bool {
    guard !head.isEmpty,
      head.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) })
    else { return false }
    // The last letter may be cut off.
    let whole = head.suffix(4).lastIndex { $0 & 0xC0 != 0x80 } ?? head.endIndex
    let text = head.count < 4096 || head[whole...].first ?? 0 < 0x80 ? head[...] : head[..<whole]
    return String(validating: text, as: UTF8.self) != nil
  }

  /// The confidence that this is a PDF: `%PDF-` within the first 1,024 bytes, where readers have
  /// always looked for it.
  public var pdfConfidence: Confidence {
    // A PDF without a byte that is not text has objects all the same.
    if isWrittenText, !contains(" obj", within: 4096) { return .none }
    if begins(with: Array("%PDF-".utf8)) { return .certain }
    if contains("%PDF-") { return .byContent }
    return fileExtension == "pdf" ? .byName : .none
  }
}
