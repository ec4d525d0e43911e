/// The range in a `Range` field (RFC 9110, section 14.2). A request for several ranges is answered
/// with the whole, as the standard allows: no reader sends one, and they have been used to exhaust
/// servers.
enum ByteRange: Sendable, Hashable {
  /// The field is ignored.
  case whole
  /// The range lies outside of the content.
  case nothing
  case part(Range<Int>)

  init(_ text: String, of count: Int) {
    self = .whole
    guard text.lowercased().hasPrefix("bytes=") else { return }
    let spec = text.dropFirst(6).filter { $0 != " " && $0 != "\t" }
    let ends = spec.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, !spec.contains(","),
      ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return }
    switch (Int(ends[0]), Int(ends[1])) {
    case (let first?, let last?):
      guard first <= last else { return }
      self = first < count ? .part(first..<min(count - 1, last) + 1) : .nothing
    case (let first?, nil) where ends[1].isEmpty:
      self = first < count ? .part(first..<count) : .nothing
    case (nil, let length?) where ends[0].isEmpty:
      self = length > 0 && count > 0 ? .part(max(0, count - length)..<count) : .nothing
    default: return
    }
  }
}
