import RectoPageModel
import TestSupport

extension LayoutOptions: RandomValue {
  static func random(_ random: inout SeededGenerator) -> LayoutOptions {
    let size = random.optional { random in
      Size(
        width: .random(in: pageSideRange, using: &random),
        height: .random(in: pageSideRange, using: &random))
    }
    return LayoutOptions(
      pageSize: size, fontScale: .random(in: fontScaleRange, using: &random),
      margin: random.optional { .random(in: 0..<18, using: &$0) },
      theme: random.optional { $0.pick(["night", "sépia", "夜", "a b", "\"", "\\"]) },
      excerpt: random.optional { $0.pick([".", "text/1.xhtml", "a%20b", "夜", "\""]) })
  }
}

extension Locator: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Locator {
    var locator = Locator(href: "a" + random.text(), mediaType: random.text())
    locator.title = random.optional { $0.text() }
    locator.fragments = random.list { $0.text() }
    locator.progression = random.optional { .random(in: 0...1, using: &$0) }
    locator.position = random.optional { .random(in: 1...Int.max, using: &$0) }
    locator.totalProgression = random.optional { .random(in: 0...1, using: &$0) }
    locator.textBefore = random.optional { $0.text() }
    locator.textHighlight = random.optional { $0.text() }
    locator.textAfter = random.optional { $0.text() }
    return locator
  }
}
