import RectoPageModel

/// Consecutive pages with the same size and rotation and consecutive labels.
struct PageRun {
  private(set) var pages: [PageFacts]

  /// The number of the first page.
  var first: Int { pages[0].index + 1 }
  /// The number of the last.
  var last: Int { pages[pages.count - 1].index + 1 }

  /// Groups pages, in order, into as few runs as possible.
  static func runs(of pages: [PageFacts]) -> [PageRun] {
    var runs: [PageRun] = []
    for page in pages {
      if let run = runs.last, run.continues(with: page) {
        runs[runs.count - 1].pages.append(page)
      } else {
        runs.append(PageRun(pages: [page]))
      }
    }
    return runs
  }

  private func continues(with page: PageFacts) -> Bool {
    let before = pages[pages.count - 1]
    guard page.index == before.index + 1, page.size == before.size,
      page.rotation == before.rotation,
      let number = labelNumber(before.label), let next = labelNumber(page.label)
    else { return false }
    return number.isRoman == next.isRoman && next.value == number.value + 1
  }

  /// The size, such as `595.28 x 841.89 pt (210 x 297 mm)`, with the rotation and with labels that
  /// differ from the numbers.
  var description: String {
    let page = pages[0]
    let (width, height) = (page.size.width, page.size.height)
    let turn = page.rotation == .none ? "" : ", rotated \(page.rotation.rawValue)°"
    let size =
      "\(width.formatted) x \(height.formatted) pt"
      + " (\(width.millimeters) x \(height.millimeters) mm)"
    if page.label == "\(first)" { return size + turn }
    let labels =
      pages.count == 1
      ? "label \(page.label)" : "labels \(page.label) to \(pages[pages.count - 1].label)"
    return "\(size)\(turn)  \(labels)"
  }
}

/// The number in a label of digits, or of Roman numerals in one case; nil for others.
private func labelNumber(_ label: String) -> (value: Int, isRoman: Bool)? {
  if let value = Int(label), value >= 0, "\(value)" == label { return (value, false) }
  let values: [Character: Int] = [
    "i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000,
  ]
  guard (1...20).contains(label.count), label == label.lowercased() || label == label.uppercased()
  else { return nil }
  var sum = 0
  var largest = 0
  for letter in label.lowercased().reversed() {
    guard let value = values[letter] else { return nil }
    sum += value < largest ? -value : value
    largest = max(largest, value)
  }
  return (sum, true)
}

extension Double {
  /// A length in points, in millimeters with one decimal at most.
  fileprivate var millimeters: String { ((self / 72 * 25.4 * 10).rounded() / 10).formatted }
}
