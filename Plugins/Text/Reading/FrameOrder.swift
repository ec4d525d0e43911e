/// The order in which the frames of a page are filled, by what their `next` and `order` say.
enum FrameOrder {
  struct Entry {
    var frame: Frame
    var name: String?
    var next: (name: String, value: LayoutValue)?
    var value: LayoutValue
  }

  /// The frames with `order` counted from 0.
  static func sorted(_ entries: [Entry]) -> [Frame] {
    let entries = entries.enumerated()
      .sorted { ($0.element.frame.order, $0.offset) < ($1.element.frame.order, $1.offset) }
      .map(\.element)
    let following = successors(entries)
    let targets = Set(following.values)
    var visited: Set<Int> = []
    var frames: [Frame] = []
    func walk(from start: Int) {
      var next: Int? = start
      while let current = next, visited.insert(current).inserted {
        var frame = entries[current].frame
        frame.order = frames.count
        frames.append(frame)
        next = following[current]
      }
    }
    for index in entries.indices where !targets.contains(index) { walk(from: index) }
    // The remaining frames form cycles, which have no first frame: the first that is written
    // begins.
    for index in entries.indices where !visited.contains(index) {
      entries[index].next?.value.report(
        .cycle, "the frames lead back to \(quoted(entries[index].name ?? ""))")
      walk(from: index)
    }
    return frames
  }

  /// The successor of each frame.
  private static func successors(_ entries: [Entry]) -> [Int: Int] {
    var indexByName: [String: Int] = [:]
    for (index, entry) in entries.enumerated() {
      guard let name = entry.name else { continue }
      if indexByName[name] != nil {
        entry.value.report(.unknownName, "two frames of the page are called \(quoted(name))")
      } else {
        indexByName[name] = index
      }
    }
    var following: [Int: Int] = [:]
    var taken: Set<Int> = []
    for (index, entry) in entries.enumerated() {
      guard let (name, value) = entry.next else { continue }
      guard let target = indexByName[name] else {
        value.report(
          .unknownName,
          "no frame of the page is called \(quoted(name))"
            + suggestion(for: name, among: indexByName.keys.sorted()))
        continue
      }
      guard entries[target].frame.thread == entry.frame.thread else {
        value.report(.unknownName, "\(quoted(name)) is a frame of another thread")
        continue
      }
      guard taken.insert(target).inserted else {
        value.report(.cycle, "\(quoted(name)) comes after another frame already")
        continue
      }
      following[index] = target
    }
    return following
  }
}
