import RectoJSON
import RectoPageModel

/// The results of a run for one source.
public struct SnapshotReport: Sendable {
  public var source: String
  /// The outcomes by device, and in the order of the pages.
  public var outcomes: [PageOutcome] = []
  public var dead: [DeadGolden] = []
  /// The goldens of pages that the source no longer has. Empty if the run was for some pages
  /// only.
  public var gone: [GoldenKey] = []
  public var names = PictureNames.goldens

  public init(source: String) {
    self.source = source
  }

  /// True if every page passed, none was recorded, and none is gone.
  public var passes: Bool { outcomes.allSatisfy(\.isGood) && gone.isEmpty }

  /// The names of the pages that are gone, each once: `page 9 on phone`.
  public var namesOfGone: [String] {
    var names: [String] = []
    for key in gone where !names.contains(key.name) { names.append(key.name) }
    return names
  }

  public func count(_ isWanted: (PageOutcome.Status) -> Bool) -> Int {
    outcomes.count { isWanted($0.status) }
  }

  /// `9 pages: 7 passed, 1 failed, 1 missing`
  public var summary: String {
    var parts: [String] = []
    for (name, count) in [
      ("passed", count { $0 == .passed }), ("failed", count { $0 == .failed }),
      ("missing", count { $0 == .missing }), ("recorded", count { $0 == .recorded }),
      ("broken", count { if case .broken = $0 { true } else { false } }),
      ("gone", namesOfGone.count),
    ] where count > 0 {
      parts.append("\(count) \(name)")
    }
    return "\(outcomes.count) page\(outcomes.count == 1 ? "" : "s"): "
      + (parts.isEmpty ? "nothing to compare" : parts.joined(separator: ", "))
  }
}

extension PageOutcome.Status {
  /// A stable name for programs.
  public var name: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .missing: "missing"
    case .recorded: "recorded"
    case .broken: "broken"
    }
  }
}

/// `{"source","passes","pages":[{"page","label","device","status","sentence","verdict":{"passes",
/// "reason"},"pixels","largestDifference","changes":[…]}],"gone":["phone/page-0009.png"],
/// "dead":["phone/page-0009.png"]}`; a golden that is gone is dead as well.
extension SnapshotReport: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("source", source)
      json.member("passes", passes)
      json.key("pages")
      json.array(outcomes) { $0.value($1) }
      json.key("gone")
      json.array(gone) { $0.value($1.picture) }
      json.key("dead")
      json.array(dead) { $0.value($1.path) }
    }
  }
}

extension PageOutcome: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("page", page)
      json.member("label", label)
      json.member("device", device)
      json.member("status", status.name)
      json.member("sentence", sentence)
      if let result { json.members(of: result) }
    }
  }
}

/// `{"verdict":{"passes","reason"},"pixels","largestDifference","changes":[…]}`
extension ComparisonResult: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("verdict")
      json.object { json in
        json.member("passes", verdict.passes)
        json.member("reason", verdict.reason)
      }
      json.member("pixels", pixels)
      json.member("largestDifference", largestDifference)
      json.key("changes")
      json.array(changes) { $0.value($1) }
    }
  }
}
