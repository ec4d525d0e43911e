/// A place in a publication that survives a new layout: the Locator of the Readium architecture.
public struct Locator: Sendable, Hashable {
  /// The resource that the place is in, such as a chapter's path, as a relative URL; `#page=N` parts
  /// for fixed pages stand in `fragments`.
  public var href: String
  public var mediaType: String
  public var title: String?
  public var fragments: [String]
  /// The progress within the resource, from 0 to 1.
  public var progression: Double?
  /// The page number from 1, as Readium counts positions.
  public var position: Int?
  /// The progress within the publication, from 0 to 1.
  public var totalProgression: Double?
  public var textBefore: String?
  public var textHighlight: String?
  public var textAfter: String?

  public init(href: String, mediaType: String) {
    self.href = href
    self.mediaType = mediaType
    fragments = []
  }

  /// A page of a publication with fixed pages.
  public init(page index: Int, of count: Int, href: String, mediaType: String) {
    self.init(href: href, mediaType: mediaType)
    fragments = ["page=\(index + 1)"]
    position = index + 1
    totalProgression = count > 0 ? Double(index) / Double(count) : nil
  }
}

extension Locator {
  /// A path as a relative URL: every byte that RFC 3986, 2.3, does not leave unreserved is escaped,
  /// but for the separators.
  public static func href(ofPath path: String) -> String {
    let hexadecimal = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        bytes += [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Locator {
  /// The length of the longest path that a system supports (`PATH_MAX`).
  public static let hrefBytes = 4096
  /// The maximum length of a title, a fragment or one of the three texts: paragraphs are quoted,
  /// not chapters.
  public static let textBytes = 4096
  /// The maximum number of fragments: a place has one or two names.
  public static let maximumFragments = 16

  /// Throws `badRequest` for an invalid place: a progression beyond 0 to 1, a position before
  /// the first, a text that is too long.
  public func check() throws(PageError) {
    guard !href.isEmpty, href.utf8.count <= Self.hrefBytes else {
      throw PageError(.badRequest, "href must have 1 to \(Self.hrefBytes) bytes")
    }
    guard fragments.count <= Self.maximumFragments else {
      throw PageError(.badRequest, "there must be no more than \(Self.maximumFragments) fragments")
    }
    let texts = [mediaType, title, textBefore, textHighlight, textAfter].compactMap(\.self)
    guard (texts + fragments).allSatisfy({ $0.utf8.count <= Self.textBytes }) else {
      throw PageError(.badRequest, "no text must be longer than \(Self.textBytes) bytes")
    }
    for (name, value) in [("progression", progression), ("totalProgression", totalProgression)] {
      guard value.map((0...1).contains) ?? true else {
        throw PageError(.badRequest, "\(name) must be from 0 to 1")
      }
    }
    guard position.map({ $0 >= 1 }) ?? true else {
      throw PageError(.badRequest, "position must be at least 1")
    }
  }

  /// The page of a publication with `count` pages in every layout: that of the fragment `page=N`,
  /// else that of the position, else that of the total progression. Nil if none of these pages
  /// exists.
  public func fixedPage(of count: Int) -> Int? {
    let numbers = fragments.compactMap { fragment in
      fragment.hasPrefix("page=") ? Int(fragment.dropFirst("page=".count)) : nil
    }
    if let number = (numbers + [position].compactMap(\.self)).first {
      return (1...max(1, count)).contains(number) && count > 0 ? number - 1 : nil
    }
    return page(atTotalProgressionOf: count)
  }

  /// The page, of `count`, that the total progression falls on; nil if the locator has none.
  public func page(atTotalProgressionOf count: Int) -> Int? {
    guard let totalProgression, (0...1).contains(totalProgression), count > 0 else { return nil }
    // A third of three is a hair less than one.
    return min(count - 1, Int(totalProgression * Double(count) + 1e-6))
  }
}
