import RectoBrowser
import RectoEPUBReading
import RectoPageModel

/// The sound and film in chapters that are laid out. A print has positions of links only, so each
/// player is put into a link before the browser prints.
enum ChapterMedia {
  /// The beginning of these links' addresses, with a name that never resolves (RFC 6761, 6.4).
  static let root = "https://medium.invalid/"

  /// True if the link was put around a player.
  static func isMedium(_ link: Link) -> Bool { address(of: link) != nil }

  /// The media of the players among a page's links.
  static func items(_ links: [Link], of book: OpenBook) -> [MediaItem] {
    var places: [String: Int] = [:]
    var items: [MediaItem] = []
    for link in links {
      guard let address = address(of: link), let item = item(address, link, of: book) else {
        continue
      }
      // A player has two links in the print: one of its line, and one of its own box.
      if let place = places[address] {
        if item.box.area < items[place].box.area { items[place].box = item.box }
      } else {
        places[address] = items.count
        items.append(item)
      }
    }
    return items
  }

  /// The address of a player's medium, which follows the root; nil for other links.
  private static func address(of link: Link) -> String? {
    guard case .url(let url) = link.target, url.hasPrefix(root) else { return nil }
    return String(url.dropFirst(root.count))
  }

  private static func item(_ address: String, _ link: Link, of book: OpenBook) -> MediaItem? {
    let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let head = parts[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let box = link.quads.first?.bounds else { return nil }
    let isFilm = head[0].hasSuffix("/video")
    let source = String(parts[1])
    let place = IssueAddress.parts(of: source)?.path
    let path = place.flatMap { try? RelativePath($0) }
    let name = path?.text ?? place ?? source
    let type = head.count == 2 ? String(head[1]).percentDecoded : ""
    return MediaItem(
      kind: isFilm ? .video : .audio, box: box,
      mediaType: type.isEmpty ? path.flatMap(book.mediaType) : type,
      name: name.isEmpty ? nil : name,
      isEmbedded: path.map(book.contains) ?? false)
  }
}

extension Rect {
  fileprivate var area: Double { width * height }
}
