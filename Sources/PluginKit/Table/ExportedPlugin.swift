import CRectoPlugin
import RectoPageModel

/// The table of a backend written in Swift, for its library's one exported function:
///
///     @_cdecl("recto_plugin_entry") public func entry(_ host: UInt32) -> UnsafeRawPointer? {
///       UnsafeRawPointer(exportPlugin(MyBackend()))
///     }
///
/// Entries of capabilities that `backend.info` does not declare are null; `ask` answers every
/// question. The table is never freed.
public func exportPlugin(_ backend: some PageBackend) -> UnsafePointer<recto_plugin> {
  let offered = backend.info.capabilities
  var table = recto_plugin()
  table.size = UInt32(MemoryLayout<recto_plugin>.size)
  table.abi_version = UInt32(RECTO_PLUGIN_ABI)
  table.`self` = Unmanaged.passRetained(ExportedBackend(backend)).toOpaque()
  table.open = { open($0, $1, $2, $3) }
  table.close = { close($1) }
  table.paint = { paint($1, $2, $3) }
  table.ask = { ask($1, $2, $3, $4, $5, $6, $7) }
  for kind in [.info, .page] + offered.flatMap(\.requests) { TableEntry.of(kind)?.export(&table) }

  let exported = UnsafeMutablePointer<recto_plugin>.allocate(capacity: 1)
  exported.initialize(to: table)
  return UnsafePointer(exported)
}

/// The object that a table's `self` points to.
private final class ExportedBackend {
  let backend: any PageBackend

  init(_ backend: any PageBackend) {
    self.backend = backend
  }
}

/// The object that stands for a publication between `open` and `close`.
private final class OpenedPublication {
  let publication: any Publication

  init(_ publication: any Publication) {
    self.publication = publication
  }

  static func at(_ context: UnsafeMutableRawPointer?) throws(PageError) -> any Publication {
    guard let context else { throw PageError(.bug, "the host names no publication") }
    return Unmanaged<OpenedPublication>.fromOpaque(context).takeUnretainedValue().publication
  }
}

private func open(
  _ context: UnsafeMutableRawPointer?, _ source: UnsafePointer<recto_source>?,
  _ publication: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ sink: UnsafeMutablePointer<recto_sink>?
) -> Int32 {
  reporting(to: sink) { () throws(PageError) in
    guard let context, let source, let publication else {
      throw PageError(.bug, "the host names no source")
    }
    let backend = Unmanaged<ExportedBackend>.fromOpaque(context).takeUnretainedValue().backend
    let given = GivenSource(source)
    let opened = try backend.open(try given.source(), options: try given.options())
    publication.pointee = Unmanaged.passRetained(OpenedPublication(opened)).toOpaque()
  }
}

private func close(_ publication: UnsafeMutableRawPointer?) {
  guard let publication else { return }
  Unmanaged<OpenedPublication>.fromOpaque(publication).release()
}

/// Answers a call of a table's entry.
func answerExported(
  _ request: PublicationRequest, _ publication: UnsafeMutableRawPointer?,
  _ sink: UnsafeMutablePointer<recto_sink>?
) -> Int32 {
  reporting(to: sink) { () throws(PageError) in
    sink.write(try request.answer(of: OpenedPublication.at(publication)))
  }
}

private func ask(
  _ publication: UnsafeMutableRawPointer?, _ question: UnsafePointer<CChar>?, _ index: Int32,
  _ limit: UInt64, _ detail: UnsafePointer<CChar>?, _ count: Int,
  _ sink: UnsafeMutablePointer<recto_sink>?
) -> Int32 {
  reporting(to: sink) { () throws(PageError) in
    guard let question else { throw PageError(.bug, "the host asks no question") }
    let name = String(cString: question)
    guard let kind = RequestKind.allCases.first(where: { $0.name == name }) else {
      throw PageError(.unsupported, "it has no answer to \(name.printable)")
    }
    let request = PublicationRequest(
      kind, index: Int(index), limit: Int(clamping: limit), detail: lentBytes(detail, count))
    sink.write(try request.answer(of: OpenedPublication.at(publication)))
  }
}

private func paint(
  _ publication: UnsafeMutableRawPointer?, _ job: UnsafePointer<recto_paint>?,
  _ sink: UnsafeMutablePointer<recto_sink>?
) -> Int32 {
  reporting(to: sink) { () throws(PageError) in
    guard let job = job?.pointee else { throw PageError(.bug, "the host asks for no page") }
    try job.paint(try OpenedPublication.at(publication).page(at: Int(job.page)))
  }
}

/// Runs `body` and makes of an error what a call of the table makes of it.
private func reporting(
  to sink: UnsafeMutablePointer<recto_sink>?, _ body: () throws(PageError) -> Void
) -> Int32 {
  do throws(PageError) {
    try body()
    return Int32(RECTO_OK)
  } catch {
    sink.write(Array(error.message.utf8))
    return error.tableStatus
  }
}

extension Optional where Wrapped == UnsafeMutablePointer<recto_sink> {
  fileprivate func write(_ bytes: [UInt8]) {
    guard let sink = self?.pointee, !bytes.isEmpty else { return }
    bytes.withUnsafeBytes { sink.append(sink.context, $0.baseAddress, $0.count) }
  }
}

extension recto_paint {
  /// Draws the page on the host's pixels.
  fileprivate func paint(_ page: any Page) throws(PageError) {
    guard let pixels, width > 0, height > 0, stride >= Int(width) * 4 else {
      throw PageError(.bug, "the host gives no pixels to draw on")
    }
    let request = try request()
    let transform = AffineTransform(xx: xx, yx: yx, xy: xy, yy: yy, x0: x0, y0: y0)
    let size = PixelSize(width: Int(width), height: Int(height))
    // Turns are quarters, so that one of the two is the scale and the other zero.
    let grid = PixelGrid(size: size, scale: max(abs(xx), abs(yx)), transform: transform)
    let rowBytes = size.width * 4
    if stride == rowBytes {
      let target = UnsafeMutableRawBufferPointer(start: pixels, count: rowBytes * size.height)
      let bitmap = Bitmap(borrowing: target, size: size, format: request.pixelFormat)
      return try page.render(request, on: grid, into: bitmap)
    }
    let bitmap = Bitmap(size: size, format: request.pixelFormat)
    bitmap.fill(request.background)
    try page.render(request, on: grid, into: bitmap)
    let address = UInt(bitPattern: pixels)
    let stride = stride
    bitmap.withPixels { drawn in
      for row in 0..<size.height {
        let target = UnsafeMutableRawBufferPointer(
          start: UnsafeMutableRawPointer(bitPattern: address + UInt(row * stride)), count: rowBytes)
        target.copyMemory(
          from: UnsafeRawBufferPointer(rebasing: drawn[row * rowBytes..<(row + 1) * rowBytes]))
      }
    }
  }

  private func request() throws(PageError) -> RenderRequest {
    try RenderRequest(fromHost: request, request_count)
  }
}
