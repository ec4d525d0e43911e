import RectoJSON
import RectoPageModel
import RectoPluginKit

extension PreflightProfile {
  /// Bytes of a profile at most.
  private static let maximumBytes = 1 << 20

  /// A built-in profile by its name, else the one in a JSON file.
  ///
  /// Throws `badRequest` if there is neither, or if the file is not a valid profile; the sentence
  /// names the problem and its place.
  public init(named name: String) throws(PageError) {
    if let known = Self.builtIn.first(where: { $0.name == name }) {
      self = known
      return
    }
    let bytes: FileBytes
    do {
      bytes = try FileBytes(path: name)
    } catch {
      guard error.code == .notFound else {
        throw PageError(.badRequest, "the profile \(name) cannot be read: \(error.message)")
      }
      let names = Self.builtIn.map(\.name).joined(separator: ", ")
      throw PageError(
        .badRequest, "unknown profile \(name): give \(names), or a file of your own")
    }
    guard bytes.count <= Self.maximumBytes else {
      throw PageError(
        .badRequest, "the profile \(name) is longer than \(Self.maximumBytes >> 20) MiB")
    }
    do throws(JSONError) {
      self = try ProfileFile(jsonBytes: bytes.withBytes { Array($0) }).profile
    } catch {
      throw PageError(.badRequest, "the profile \(name) cannot be read: \(error)")
    }
  }
}

/// `{"extends":"print","name":"…","rules":{"bleed-missing":"off"},"limits":{"bleed":14}}`
struct ProfileFile: JSONDecodable {
  let profile: PreflightProfile

  private static let keys = ["$schema", "extends", "limits", "name", "rules"]

  init(json: JSONValue) throws(JSONError) {
    try json.members { name, _ throws(JSONError) in
      guard Self.keys.contains(name) else { throw Self.unknown("key", name, of: Self.keys) }
    }
    var profile = try json.required("extends") { value throws(JSONError) in
      let name = try value.string()
      guard let base = PreflightProfile.builtIn.first(where: { $0.name == name }) else {
        throw Self.unknown("profile", name, of: PreflightProfile.builtIn.map(\.name))
      }
      return base
    }
    profile.name = try json.decodeIfPresent("name") ?? profile.name
    _ = try json.ifPresent("rules") { rules throws(JSONError) in
      try rules.members { name, value throws(JSONError) in
        try profile.setSeverity(of: name, value)
      }
    }
    _ = try json.ifPresent("limits") { limits throws(JSONError) in
      try limits.members { name, value throws(JSONError) in
        guard let limit = LimitKey(rawValue: name) else {
          throw Self.unknown("limit", name, of: LimitKey.allCases.map(\.rawValue))
        }
        try limit.read(value, into: &profile.limits)
      }
    }
    self.profile = profile
  }

  /// A name that is not known, with those that are.
  static func unknown(_ kind: String, _ name: String, of known: [String]) -> JSONError {
    let shown = DisplayText(name, maximumCount: 40).text
    return JSONError("there is no \(kind) \"\(shown)\"; there are \(known.joined(separator: ", "))")
  }
}

extension PreflightProfile {
  fileprivate mutating func setSeverity(of rule: String, _ value: JSONValue) throws(JSONError) {
    guard Preflight.rules.contains(where: { $0.id == rule }) else {
      throw JSONError(
        "there is no rule \"\(DisplayText(rule, maximumCount: 40).text)\"; recto preflight --list-rules "
          + "lists them")
    }
    let name = try value.string()
    if name == "off" {
      severities[rule] = nil
    } else if let severity = PreflightFinding.Severity(rawValue: name) {
      severities[rule] = severity
    } else {
      throw JSONError("expected error, warning, note or off")
    }
  }
}
