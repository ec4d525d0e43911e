import RectoPageModel
import RectoSnapshots
import SeededPages
import Testing

/// The classification of a page's changes, each seeded alone into the same page.
@Suite struct SeededChangeTests {
  @Test func everySeededChangeIsSeenAndCalledByItsName() async throws {
    let changes = try await seededChanges()
    #expect(changes.count >= 50)
    #expect(Set(changes.map(\.name)).count == changes.count)
    for change in changes {
      let result = change.golden.compare(with: change.current)
      let told = result.changes.map(\.kind.sentence).joined(separator: "; ")
      #expect(!result.verdict.passes, "\(change.name): \(told)")
      var names: [String] = []
      for found in result.changes where names.last != found.kind.name {
        names.append(found.kind.name)
      }
      #expect(names == change.kinds, "\(change.name): \(told)")
      if let kind = change.kind {
        #expect(result.changes.contains { $0.kind.isAlike(kind) }, "\(change.name): \(told)")
      }
    }
  }

  @Test func anotherRasterizerIsNotAChangeOfAPage() async throws {
    for page in try await rasterizations() {
      let result = page.golden.compare(with: page.current)
      #expect(result.verdict.passes, "\(page.name): \(result.verdict.reason)")
      #expect(
        result.changes.allSatisfy { $0.kind == .antialiasing },
        "\(page.name): \(result.changes.map(\.kind.sentence))")
    }
  }

  @Test func aPageIsTheSameAsItself() async throws {
    let page = try await SeededLayout().snapshot()
    #expect(page.compare(with: page).isSame)
    #expect(page.compare(with: try await SeededLayout().snapshot()).isSame)
  }
}

extension Change.Kind {
  /// The same, with places to a tenth of a pixel.
  func isAlike(_ other: Change.Kind) -> Bool {
    if case .moved(let x, let y) = self, case .moved(let otherX, let otherY) = other {
      return abs(x - otherX) < 0.1 && abs(y - otherY) < 0.1
    }
    return self == other
  }
}
