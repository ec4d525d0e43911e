import RectoJSON
import RectoPageModel
import RectoSnapshots

/// A publication as its publisher proofs it: its pages in each layout, on devices, with overlays
/// and findings.
public struct Proof: Sendable {
  /// The publication's title, or its file's name.
  public var title: String
  /// The name of its file or folder.
  public var source: String
  public var info: PublicationInfo
  /// The screens that it is shown on.
  public var devices: [DeviceProfile]
  public var options: ProofOptions
  public var findings: [PreflightFinding] = []
  /// The layouts, the publication's own first.
  public var editions: [ProofEdition]
  /// The number of the state of a live proof, from 1; 0 for a static one.
  public var generation = 0

  /// The edition that a device shows.
  func edition(of device: DeviceProfile) -> String {
    let layout = options.layout(on: device)
    return editions.first { $0.layout == layout }?.key ?? ProofEdition.own
  }
}

extension ProofEdition {
  /// The key of the publication's own layout.
  static let own = "own"
}

/// `{"version":1,"title","source","generation","view","format","metadata","direction","reflowable",…,
/// "devices":[{"name",…,"edition"}],"findings":[{"rule","severity","page","box","message","advice"}],
/// "editions":[…]}`
extension Proof: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      writeFrame(to: &json)
      json.key("editions")
      json.array(editions) { $0.value($1) }
    }
  }

  /// All but the editions.
  func writeFrame(to json: inout JSONWriter) {
    json.member("version", 1)
    json.member("title", title)
    json.member("source", source)
    json.member("generation", generation)
    json.member("view", options.opensWithSpreads ? "spreads" : "contact")
    json.members(of: PublicationFacts(info: info, pageCount: editions.first?.pageCount ?? 0))
    json.key("devices")
    json.array(devices) { json, device in
      json.object { json in
        json.members(of: device)
        json.member("edition", edition(of: device))
      }
    }
    writeFindings(to: &json)
  }

  /// The frame, and the keys of the editions, whose pages are elsewhere.
  func writeSummary(to json: inout JSONWriter) {
    writeFrame(to: &json)
    json.key("editions")
    json.array(editions) { $0.value($1.key) }
  }

  func writeFindings(to json: inout JSONWriter) {
    json.key("findings")
    json.array(findings) { json, finding in
      json.object { json in
        json.member("rule", finding.rule)
        json.member("severity", finding.severity.rawValue)
        if let page = finding.page { json.member("page", page) }
        if let box = finding.box { json.member("box", box) }
        json.member("message", finding.message)
        json.member("advice", finding.advice)
      }
    }
  }
}
