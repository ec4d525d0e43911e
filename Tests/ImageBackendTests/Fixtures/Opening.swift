import Foundation
import RectoImageBackend
import RectoPageModel
import TestSupport
import Testing

/// The source that the pipeline would hand to a backend for a path.
func source(_ path: String) throws -> Source {
  var isFolder: ObjCBool = false
  if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
    let entries = try FileManager.default.contentsOfDirectory(atPath: path)
    return Source(path: path, content: .folder(entries: entries))
  }
  return Source(path: path, content: .file(try FileBytes(path: path)))
}

/// A file in memory; its name leads to no sidecar.
func source(_ bytes: [UInt8], name: String = "nowhere/file") -> Source {
  Source(path: name, content: .file(FileBytes(bytes)))
}

func open(_ path: String, password: String? = nil) throws -> any Publication {
  try ImageBackend().open(source(path), options: OpenOptions(password: password))
}

func open(
  _ bytes: [UInt8], name: String = "nowhere/file", password: String? = nil
) throws -> any Publication {
  try ImageBackend().open(source(bytes, name: name), options: OpenOptions(password: password))
}

/// The reason why a file cannot be opened; an issue is recorded where it can.
func refusal(
  _ bytes: [UInt8], name: String = "nowhere/file", password: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) -> PageError? {
  #expect(throws: PageError.self, sourceLocation: sourceLocation) {
    _ = try open(bytes, name: name, password: password)
  }
}

extension Publication {
  /// A page as it is rendered, by default at a pixel a point.
  func canvas(page index: Int = 0, _ request: RenderRequest = RenderRequest()) throws -> Canvas {
    try page(at: index).canvas(request)
  }

  /// The sizes of all pages in points.
  func sizes() throws -> [Size] { try (0..<pageCount).map { try page(at: $0).size } }

  /// The widths of all pages, by which a test knows its pages apart.
  func widths() throws -> [Int] { try sizes().map { Int($0.width.rounded()) } }

  /// The reason why a page cannot be read, or rendered however small; an issue is recorded where it
  /// can.
  func failure(
    page index: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) -> PageError? {
    #expect(throws: PageError.self, sourceLocation: sourceLocation) {
      let fit = RenderRequest(scale: .fit(PixelSize(width: 16, height: 16)))
      _ = try canvas(page: index, fit)
    }
  }

  func text(page index: Int = 0) throws -> PageText {
    try #require(page(at: index) as? any TextPage).text()
  }

  func words(page index: Int = 0) throws -> [TextWord] {
    try text(page: index).blocks.flatMap(\.lines).flatMap(\.words)
  }
}

extension Page {
  func grid(_ request: RenderRequest) throws -> PixelGrid {
    try PixelGrid(page: size, rotation: rotation, request: request)
  }

  func canvas(_ request: RenderRequest = RenderRequest()) throws -> Canvas {
    let grid = try grid(request)
    let bitmap = Bitmap(size: grid.size, format: request.pixelFormat)
    bitmap.fill(request.background)
    try render(request, on: grid, into: bitmap)
    return Canvas(bitmap)
  }
}

extension Rect {
  /// The largest distance between the sides of two rectangles.
  func distance(_ other: Rect) -> Double {
    let sides = [
      (minX, other.minX), (minY, other.minY), (maxX, other.maxX), (maxY, other.maxY),
    ]
    return sides.map { abs($0 - $1) }.max() ?? 0
  }
}

/// A folder of these files.
func temporaryFolder(_ files: [String: [UInt8]]) throws -> TemporaryFolder {
  let folder = try temporaryFolder()
  for (name, content) in files { try folder.write(content, to: name) }
  return folder
}
