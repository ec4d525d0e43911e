import RectoPageModel

/// Compares the golden and current words of many pages, to find text that has moved to other pages.
struct PageFlow {
  private struct Word: Hashable {
    let text: String
    let page: Int
  }

  private var golden: [Word] = []
  private var current: [Word] = []
  /// The pages whose words have changed.
  private var changed: Set<Int> = []

  /// Adds a page, in the order of the pages; a page without text has nil.
  mutating func add(page: Int, golden before: PageText?, current after: PageText?) {
    let (a, b) = (before?.strings ?? [], after?.strings ?? [])
    golden += a.map { Word(text: $0, page: page) }
    current += b.map { Word(text: $0, page: page) }
    if a != b { changed.insert(page) }
  }

  /// Reports pages as reflowed if their words were on other pages before, and drops the changes of
  /// single words there.
  func tell(_ outcomes: inout [PageOutcome]) {
    guard changed.count > 1 else { return }
    var moved: [Int: Int] = [:]
    var edited: Set<Int> = []
    let difference = SequenceDifference(golden.map(\.text), current.map(\.text))
    for run in difference.runs {
      switch run {
      case .same(let a, let b):
        for (before, after) in zip(a, b) where golden[before].page != current[after].page {
          moved[golden[before].page, default: 0] += 1
          moved[current[after].page, default: 0] += 1
        }
      case .changed(let a, let b):
        edited.formUnion(golden[a].map(\.page))
        edited.formUnion(current[b].map(\.page))
      }
    }
    // One or two words, such as page numbers, may match by chance.
    guard let first = moved.filter({ $0.value >= 3 }).keys.min() else { return }
    for index in outcomes.indices where moved[outcomes[index].page] ?? 0 >= 3 {
      guard var result = outcomes[index].result else { continue }
      if !edited.contains(outcomes[index].page) {
        result.changes.removeAll { $0.kind.isOfText }
      }
      result.changes.insert(Change(.reflowed(fromPage: first)), at: 0)
      outcomes[index].result = result
    }
  }
}

extension PageText {
  fileprivate var strings: [String] {
    blocks.flatMap(\.lines).flatMap(\.words).map(\.text)
  }
}

extension Change.Kind {
  fileprivate var isOfText: Bool {
    switch self {
    case .textReplaced, .textAdded, .textRemoved, .rewrapped, .moved, .spacing: true
    default: false
    }
  }
}
