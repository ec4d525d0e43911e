import RectoImageBackend
import RectoPDFBackend
import RectoPackageBackend
import RectoPageModel
import RectoTextBackend
import TestSupport
import Testing

/// A package in memory, opened with the real backends.
struct HandMadePackage {
  var files: [String: [UInt8]] = [:]

  init(_ manifest: String? = nil, _ texts: [String: String] = [:]) {
    if let manifest { files["recto.json"] = Array(manifest.utf8) }
    files.merge(texts.mapValues { Array($0.utf8) }) { $1 }
  }

  static let backend = PackageBackend(parts: parts)

  /// The same order as in the list of built-in backends.
  static var parts: [any PageBackend] {
    let pictures: [any PageBackend] = [PDFBackend(), ImageBackend()]
    return pictures + [TextBackend(pictures: pictures)]
  }

  func open(_ options: OpenOptions = OpenOptions()) throws(PageError) -> any Publication {
    let memory = MemoryFiles(files.mapValues { FileBytes($0) })
    return try Self.backend.open(
      Source(path: "issue", content: .files(memory)), options: options)
  }

  func refusal() -> PageError? {
    do throws(PageError) {
      _ = try open()
      return nil
    } catch {
      return error
    }
  }
}

/// A page of a sample or of the disk.
func openPackage(_ path: String) throws -> any Publication {
  let content: Source.Content =
    isFolder(path)
    ? .folder(entries: try folderEntries(of: path)) : .file(try FileBytes(path: path))
  return try HandMadePackage.backend.open(
    Source(path: path, content: content), options: OpenOptions(callSeconds: Patience.seconds))
}

extension Page {
  /// The words of the page in their order.
  func words() throws -> [String] {
    let text = try #require(self as? any TextPage).text()
    return text.blocks.flatMap(\.lines).flatMap(\.words).map(\.text)
  }
}

/// A text of a few pages, one a heading.
func story(_ titles: String...) -> String {
  titles.map { "# \($0)\n\nThe text of \($0).\n" }.joined(separator: "\n")
}
