/// The notes that the items of a story show: each stands where it is called first, with the notes
/// that its own text calls first after it.
struct NoteCalls {
  /// The names of the notes at a call, by its item and the name that it calls.
  private var names: [Int: [String: [String]]] = [:]

  init(_ story: Story) {
    guard !story.notes.isEmpty else { return }
    var known: Set<String> = []
    for (item, content) in story.items.enumerated() {
      for name in content.paragraphs.flatMap(\.text.noteCalls)
      where known.insert(name).inserted {
        var waiting = [name]
        while let next = waiting.popLast() {
          names[item, default: [:]][name, default: []].append(next)
          let inner = (story.notes[next] ?? []).flatMap(\.text.noteCalls)
          waiting += inner.filter { known.insert($0).inserted }.reversed()
        }
      }
    }
  }

  /// The notes that a call in an item brings; empty if they stand at an earlier item.
  func notes(at name: String, in item: Int) -> [String] { names[item]?[name] ?? [] }
}

extension AttributedText {
  /// The names of the notes that it calls, in its order.
  var noteCalls: [String] { noteCalls(from: 0) }

  /// The names of the notes that it calls from a code unit on.
  func noteCalls(from offset: Int) -> [String] {
    runs.compactMap { run in
      guard run.range.lowerBound >= offset, case .note(let name) = run.attachment?.content
      else { return nil }
      return name
    }
  }
}
