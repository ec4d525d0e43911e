// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CRecto
import Glibc
import RectoPageModel
import RectoPipeline

/// The options with which a caller has a source opened.
struct OpeningOptions: Sendable {
  var open = OpenOptions()
  var seconds: Double?
  var memoryMiB: Int?
  var workers: Int?

  init(_ pointer: UnsafePointer<recto_open_options>?) throws(Failure) {
    let given = try options(pointer, recto_open_options())
    seconds = try limit(given.time_limit, in: 0.01...86_400, "time_limit")
    memoryMiB = try limit(Double(given.memory_limit), in: 16...1_048_576, "memory_limit").map(
      Int.init)
    workers = try limit(Double(given.workers), in: 1...256, "workers").map(Int.init)
    open.password = try string(given.password, "the password")
    open.engine = try string(given.engine, "the engine")
    open.layout.theme = try string(given.theme, "the theme")
    let (width, height) = (given.page_width, given.page_height)
    if width != 0 || height != 0 { open.layout.pageSize = Size(width: width, height: height) }
    if given.font_scale != 0 { open.layout.fontScale = given.font_scale }
    if given.margin != 0 { open.layout.margin = given.margin < 0 ? 0 : given.margin }
    let style = try string(given.style, "the style")
    do throws(PageError) {
      if let style { open.layout.style = try ReaderStyle(settings: style) }
      try open.layout.check()
    } catch {
      throw Failure(error)
    }
  }
}

/// A number that a caller has set; nil for 0. Throws `BAD_REQUEST` outside the range.
func limit(
  _ value: Double, in range: ClosedRange<Double>, _ name: String
) throws(Failure) -> Double? {
  if value == 0 { return nil }
  guard range.contains(value) else {
    throw .badRequest(
      "\(name) must be from \(inFull(range.lowerBound)) to \(inFull(range.upperBound))")
  }
  return value
}

/// A publication that a caller has opened.
final class Publication: Answer {
  let open: OpenPublication
  /// Callers show whole pages, for which they want no new memory each time.
  let bitmaps = BitmapPool(largestBytes: 32 << 20)
  /// Kept for as long as it is open.
  private let engine: Engine

  init(_ open: OpenPublication, engine: Engine) {
    self.open = open
    self.engine = engine
  }

  func json() -> UnsafeBufferPointer<UInt8>? { nil }
}

private func beginOpening(
  _ handle: OpaquePointer?, _ pointer: UnsafePointer<recto_open_options>?,
  _ prepare: () throws(Failure) -> @Sendable () throws(PageError) -> Source
) -> OpaquePointer {
  begin { () throws(Failure) in
    let engine: Engine = try find(handle)
    let options = try OpeningOptions(pointer)
    let source = try prepare()
    return { () async throws(PageError) in try await engine.open(source, options) }
  }
}

@c @implementation
public func recto_begin_open(
  _ engine: OpaquePointer!, _ path: UnsafePointer<CChar>!,
  _ options: UnsafePointer<recto_open_options>!
) -> OpaquePointer! {
  beginOpening(engine, options) { () throws(Failure) in
    guard let path = try string(path, "the path"), !path.isEmpty else {
      throw .badRequest("the path is NULL or empty")
    }
    return { () throws(PageError) in try Source(ofPath: path) }
  }
}

@c @implementation
public func recto_begin_open_descriptor(
  _ engine: OpaquePointer!, _ descriptor: Int32, _ name: UnsafePointer<CChar>!,
  _ options: UnsafePointer<recto_open_options>!
) -> OpaquePointer! {
  beginOpening(engine, options) { () throws(Failure) in
    let path = pathOfNothing(try string(name, "the name"))
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else {
      throw .badRequest("the descriptor cannot be used: \(String(cString: strerror(errno)))")
    }
    do throws(PageError) {
      let bytes = try FileBytes(owning: copy)
      return { () throws(PageError) in Source(path: path, content: .file(bytes)) }
    } catch {
      throw Failure(error)
    }
  }
}

@c @implementation
public func recto_begin_open_bytes(
  _ engine: OpaquePointer!, _ bytes: UnsafeRawPointer!, _ count: Int,
  _ name: UnsafePointer<CChar>!, _ options: UnsafePointer<recto_open_options>!
) -> OpaquePointer! {
  beginOpening(engine, options) { () throws(Failure) in
    let path = pathOfNothing(try string(name, "the name"))
    guard count >= 0, bytes != nil || count == 0 else {
      throw .badRequest("the bytes are NULL, or their count is negative")
    }
    let copy = FileBytes(count: count) { target in
      if let bytes { target.copyMemory(from: UnsafeRawBufferPointer(start: bytes, count: count)) }
    }
    return { () throws(PageError) in Source(path: path, content: .file(copy)) }
  }
}

/// A path for a source that has a name but is in no folder. Nothing can be read beside it, since
/// `/dev/null` is not a folder.
private func pathOfNothing(_ name: String?) -> String {
  let last = name?.split(separator: "/").last.map(String.init) ?? "source"
  return "/dev/null/\(last)"
}

@c @implementation
public func recto_take_publication(
  _ request: OpaquePointer!, _ publication: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<recto_error>!
) -> recto_status {
  attempt(error) { () throws(Failure) in
    guard let publication else { throw .badRequest("the pointer for the publication is NULL") }
    publication.pointee = nil
    let opened: Publication = try answer(of: request)
    // An object of its own, so that freeing one of two handles leaves the other.
    publication.pointee = Registry.make().add(PublicationHandle(opened))
  }
}

/// One handle of a publication.
final class PublicationHandle: Sendable {
  let publication: Publication
  init(_ publication: Publication) { self.publication = publication }
}

@c @implementation
public func recto_publication_free(_ publication: OpaquePointer!) {
  call { _ = take(publication, as: PublicationHandle.self) }
}

@c @implementation
public func recto_page_count(_ publication: OpaquePointer!) -> Int64 {
  call {
    (try? find(publication, as: PublicationHandle.self)).map {
      Int64($0.publication.open.pageCount)
    } ?? -1
  }
}
