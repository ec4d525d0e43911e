import Glibc
import RectoPageModel
import RectoRaster

/// The name of a result: the SHA-256 of all that it depends on. Equal names mean equal bytes.
public struct CacheKey: Sendable, Hashable, CustomStringConvertible {
  /// Increased whenever the meaning of stored content changes.
  private static let formatVersion: UInt64 = 1

  let digest: Digest

  /// A key of parts in the caller's order. Each part counts with its length, so that different
  /// lists have different names: `["ab", "c"]` is not `["a", "bc"]`.
  public init(parts: [String]) {
    var hash = SHA256()
    hash.update(field: "recto cache key")
    hash.update(Self.formatVersion)
    hash.update(UInt64(parts.count))
    for part in parts { hash.update(field: part) }
    digest = hash.digest()
  }

  init(digest: Digest) {
    self.digest = digest
  }

  /// 64 lower-case hexadecimal digits; between quotes it is an ETag.
  public var hex: String { digest.hex }

  /// The same as `hex`.
  public var description: String { hex }
}

extension CacheKey {
  /// The name of a page's image file.
  ///
  /// - Parameters:
  ///   - page: From 0.
  ///   - source: The content that the page is of.
  ///   - backend: The backend that opened it.
  ///   - fonts: The installed fonts.
  ///   - request: The request for the page's image.
  ///   - encoding: As it was asked for: pixels per inch that follow from the rendered scale do not
  ///     belong to it, since a result is looked up before it is rendered.
  ///   - others: Further inputs of the pixels, such as the layout of a reflowable publication.
  public init(
    page: Int, of source: SourceDigest, backend: BackendVersion, fonts: FontSet,
    request: RenderRequest, encoding: EncodeOptions, others: [String] = []
  ) {
    self.init(
      subject: "page \(page)", source, backend, fonts, request, encoding, others)
  }

  /// The name of a spread's image file; the parameters are those of a page's.
  public init(
    spread: Spread, of source: SourceDigest, backend: BackendVersion, fonts: FontSet,
    request: RenderRequest, encoding: EncodeOptions, others: [String] = []
  ) {
    let sides = [spread.left, spread.right].map { $0.map { "\($0)" } ?? "none" }
    self.init(
      subject: "spread \(sides[0]) \(sides[1])", source, backend, fonts, request, encoding, others)
  }

  /// The name of what laying out a source gave.
  init(layout name: String, of source: SourceDigest, surroundings: [String]) {
    self.init(parts: ["layout", name, source.canonicalForm, ownProgram] + surroundings)
  }

  /// The name of the index of a publication's text; `others` are those of its images.
  init(
    searchIndexOf source: SourceDigest, backend: BackendVersion, fonts: FontSet, others: [String]
  ) {
    self.init(
      parts: [
        "search index", source.canonicalForm, backend.id, backend.version, fonts.hex, ownProgram,
      ] + others)
  }

  /// The name of why another engine draws a page.
  init(
    substitute: BackendVersion, ofPage index: Int, of source: SourceDigest, backend: BackendVersion
  ) {
    self.init(
      parts: [
        "substitute", "\(index)", source.canonicalForm, backend.id, backend.version, substitute.id,
        substitute.version,
      ])
  }

  private init(
    subject: String, _ source: SourceDigest, _ backend: BackendVersion, _ fonts: FontSet,
    _ request: RenderRequest, _ encoding: EncodeOptions, _ others: [String]
  ) {
    self.init(
      parts: [
        subject, source.canonicalForm, backend.id, backend.version, fonts.hex,
        request.canonicalForm, encoding.canonicalForm, ownProgram,
      ] + others)
  }
}

extension EncodeOptions {
  /// The options in one line, the same for equal options and different for others.
  fileprivate var canonicalForm: String {
    let density = dotsPerInch.map { ";dpi=\($0)" } ?? ""
    return "\(format.rawValue);quality=\(quality);level=\(level)\(density)"
  }
}

/// Identifies the build of the running program: the version of a backend does not cover changes to
/// the pipeline itself. Calls `stat`.
private let ownProgram: String = {
  var status = stat()
  guard stat("/proc/self/exe", &status) == 0 else { return "unknown" }
  return "\(status.st_size) \(status.st_mtim.nanoseconds)"
}()
