import PageModel

/// Tells headings by their size where a source does not say what is one.
struct HeadingSizes: Sendable {
  /// Of most letters.
  private let body: Double
  /// Whether the source names its headings.
  private let areNamed: Bool

  init(_ pages: [ArticlePage]) {
    var letters: [Double: Int] = [:]
    var areNamed = false
    for block in pages.flatMap(\.text.blocks) {
      if Self.level(of: block.role) != nil { areNamed = true }
      for word in block.lines.flatMap(\.words) where word.size > 0 {
        letters[(word.size * 2).rounded() / 2, default: 0] += word.text.count
      }
    }
    self.areNamed = areNamed
    body = letters.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? 0
  }

  /// From 1 to 6; nil for what is no heading.
  func level(of block: TextBlock) -> Int? {
    if let level = Self.level(of: block.role) { return level }
    guard !areNamed, body > 0, block.role == .paragraph, block.lines.count <= 3 else { return nil }
    let sizes = block.lines.flatMap(\.words).map(\.size)
    let letters = block.lines.reduce(0) { $0 + $1.plain.count }
    // A single letter is an initial of the paragraph that follows.
    guard let smallest = sizes.min(), letters > 2 else { return nil }
    switch smallest / body {
    case 2...: return 1
    case 1.5..<2: return 2
    case 1.2..<1.5: return 3
    default: return nil
    }
  }

  private static func level(of role: TextRole) -> Int? {
    switch role {
    case .title, .heading1: 1
    case .heading2: 2
    case .heading3: 3
    case .heading4: 4
    case .heading5: 5
    case .heading6: 6
    default: nil
    }
  }
}
