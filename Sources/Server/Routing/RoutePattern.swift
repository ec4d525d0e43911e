import RectoRaster

/// A path with named parts, such as `/api/1/publications/{id}/pages/{page:index}/image.{format:image}`.
///
/// A part is a name in braces and takes a whole segment, or the text between the words of one. The
/// kind behind the colon says which texts it takes: `index` digits, `image` the ending of an image
/// format; without a kind, any. `{path...}` at the end takes all further segments, at least one.
struct RoutePattern: Sendable, Hashable, ExpressibleByStringLiteral {
  private enum Kind: String {
    case any, index, image

    func takes(_ text: Substring) -> Bool {
      switch self {
      case .any: true
      case .index: pageIndex(String(text)) != nil
      case .image: ImageFormat(servedExtension: String(text)) != nil
      }
    }
  }

  private enum Piece: Hashable {
    case word(String)
    case part(name: String, Kind)
  }

  /// The path as documents show it, without kinds: `/api/1/publications/{id}/pages/{page}`.
  let text: String
  private let segments: [[Piece]]
  /// True if the last part takes all further segments.
  private let takesRest: Bool

  init(stringLiteral text: String) { self.init(text) }

  init(_ pattern: String) {
    var parts = pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    takesRest = parts.last?.hasSuffix("...}") == true
    if takesRest { parts.removeLast() }
    segments = parts.map(Self.pieces)
    text = pattern.replacing(/:[a-z]+}/, with: "}")
  }

  private static func pieces(of segment: Substring) -> [Piece] {
    var pieces: [Piece] = []
    var rest = segment
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { pieces.append(.word(String(rest[..<open]))) }
      let words = rest[rest.index(after: open)..<close].split(separator: ":")
      let kind = words.count > 1 ? Kind(rawValue: String(words[1])) : nil
      pieces.append(.part(name: String(words[0]), kind ?? .any))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty || pieces.isEmpty { pieces.append(.word(String(rest))) }
    return pieces
  }

  /// The parts of a path; nil for a path that does not match.
  func parameters(of path: [String]) -> PathParameters? {
    guard takesRest ? path.count > segments.count : path.count == segments.count else {
      return nil
    }
    var parameters = PathParameters()
    for (pieces, segment) in zip(segments, path) {
      guard Self.match(pieces[...], segment[...], &parameters) else { return nil }
    }
    if takesRest { parameters.rest = Array(path.dropFirst(segments.count)) }
    return parameters
  }

  private static func match(
    _ pieces: ArraySlice<Piece>, _ text: Substring, _ parameters: inout PathParameters
  ) -> Bool {
    guard let piece = pieces.first else { return text.isEmpty }
    let others = pieces.dropFirst()
    switch piece {
    case .word(let word):
      // By bytes, since each request is compared with most routes.
      guard text.utf8.starts(with: word.utf8) else { return false }
      let end = text.utf8.index(text.startIndex, offsetBy: word.utf8.count)
      return match(others, text[end...], &parameters)
    case .part(let name, let kind):
      // A part ends where the next word begins.
      var end = text.endIndex
      if case .word(let word)? = others.first {
        guard let next = text.firstRange(of: word) else { return false }
        end = next.lowerBound
      }
      guard kind.takes(text[..<end]) else { return false }
      parameters[name] = String(text[..<end])
      return match(others, text[end...], &parameters)
    }
  }
}
