import Foundation
import RectoBrowser
import RectoHTMLBackend
import RectoPageModel
import TestSupport
import Testing

/// A publication of pages that are written here.
struct Fixture {
  let publication: any Publication
  private let folder: TemporaryFolder

  /// `name` is the folder among the files that is opened, instead of the one that has them all;
  /// `callSeconds` are enough while other tests keep the machine busy. The browser is the test's
  /// warm one, or a new one for pages that may leave it busy and for tests of its start.
  init(
    _ files: [String: String], folder name: String = "", layout: LayoutOptions = LayoutOptions(),
    callSeconds: Double = Patience.seconds, hasOwnBrowser: Bool = false
  ) throws {
    try self.init(
      files.mapValues { Array($0.utf8) }, folder: name, layout: layout, callSeconds: callSeconds,
      hasOwnBrowser: hasOwnBrowser)
  }

  init(
    _ files: [String: [UInt8]], folder name: String = "", layout: LayoutOptions = LayoutOptions(),
    callSeconds: Double = Patience.seconds, hasOwnBrowser: Bool = false
  ) throws {
    folder = try temporaryFolder()
    for (name, bytes) in files { try folder.write(bytes, to: name) }
    let path = name.isEmpty ? folder.path : folder.path(name)
    let entries = try FileManager.default.contentsOfDirectory(atPath: path)
    let session =
      try hasOwnBrowser ? HTMLBackend().prepareHelper(WallClock()) : warm.helper()
    publication = try session.open(
      Source(path: path, content: .folder(entries: entries)),
      options: OpenOptions(layout: layout, callSeconds: callSeconds))
  }

  /// One page with this in its body.
  init(
    body: String, style: String = "", layout: LayoutOptions = LayoutOptions(),
    hasOwnBrowser: Bool = false
  ) throws {
    try self.init(
      ["page1.html": Self.document(body, style: style)], layout: layout,
      hasOwnBrowser: hasOwnBrowser)
  }

  static func document(_ body: String, style: String = "") -> String {
    """
    <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Fixture</title>
    <style>body { margin: 40px; font: 20px/1.5 "EB Garamond" } \(style)</style></head>
    <body>\(body)</body></html>
    """
  }

  func page(_ index: Int = 0) throws -> any Page { try publication.page(at: index) }

  func text(_ index: Int = 0) throws -> PageText {
    guard let page = try page(index) as? any TextPage else { return .none }
    return try page.text()
  }

  func words(_ index: Int = 0) throws -> [TextWord] {
    try text(index).blocks.flatMap(\.lines).flatMap(\.words)
  }

  func links(_ index: Int = 0) throws -> [Link] {
    guard let page = try page(index) as? any LinksPage else { return [] }
    return try page.links()
  }

  /// The page's pixels.
  func pixels(
    _ index: Int = 0, _ request: RenderRequest = RenderRequest()
  ) throws -> (size: PixelSize, bytes: [UInt8]) {
    let page = try page(index)
    let grid = try PixelGrid(page: page.size, rotation: page.rotation, request: request)
    let bitmap = Bitmap(size: grid.size, format: request.pixelFormat)
    try page.paint(request, on: grid, into: bitmap)
    return (grid.size, bitmap.withPixels { Array($0) })
  }

  /// Expects something dark in the box of each word of a page with a light background.
  func expectInk(under words: [TextWord], page index: Int = 0) throws {
    let (size, bytes) = try pixels(index)
    for word in words {
      let columns = max(0, Int(word.box.minX))..<min(size.width, Int(word.box.maxX) + 1)
      let rows = max(0, Int(word.box.minY))..<min(size.height, Int(word.box.maxY) + 1)
      let hasInk = rows.contains { row in
        columns.contains { bytes[(row * size.width + $0) * 4 + 1] < 128 }
      }
      #expect(hasInk, "\(word.text) at \(word.box)")
    }
  }
}
