import Foundation
import RectoPageModel
import RectoPreview
import TestSupport
import Testing

/// The syntax of profiles.
@Suite struct ProfileTests {
  private func profile(_ text: String) throws -> PreflightProfile {
    let folder = try temporaryFolder()
    return try PreflightProfile(named: try folder.write(text.utf8, to: "profile.json"))
  }

  private func complaint(_ text: String) throws -> String {
    let folder = try temporaryFolder()
    let path = try folder.write(text.utf8, to: "profile.json")
    do throws(PageError) {
      _ = try PreflightProfile(named: path)
      return ""
    } catch {
      #expect(error.code == .badRequest)
      return error.message
    }
  }

  @Test func threeAreBuiltIn() throws {
    #expect(PreflightProfile.builtIn.map(\.name) == ["tablet", "print", "accessibility"])
    for profile in PreflightProfile.builtIn {
      #expect(try PreflightProfile(named: profile.name) == profile)
    }
  }

  @Test func everySeverityIsThatOfARule() {
    let rules = Preflight.rules.map(\.id)
    #expect(Set(rules).count == rules.count)
    for profile in PreflightProfile.builtIn {
      #expect(Set(profile.severities.keys).subtracting(rules) == [])
    }
    let used = PreflightProfile.builtIn.flatMap { Array($0.severities.keys) }
    #expect(Set(rules).subtracting(used) == [])
  }

  @Test func aFileChangesOneThatIsBuiltIn() throws {
    let changed = try profile(
      """
      {"$schema": "x", "extends": "print", "name": "ours",
       "rules": {"bleed-missing": "off", "page-size": "note"},
       "limits": {"bleed": 14, "pictureColors": ["cmyk"], "pageBytes": 1000}}
      """)
    #expect(changed.name == "ours" && changed.limits.bleed == 14)
    #expect(changed.severities["bleed-missing"] == nil && changed.severities["page-size"] == .note)
    #expect(changed.limits.pictureColors == [.cmyk] && changed.limits.pageBytes == 1000)
    #expect(changed.limits.safeMargin == PreflightProfile.print.limits.safeMargin)
  }

  @Test(arguments: [
    ("{", "profile.json cannot be read"), ("", "cannot be read"), ("[]", "expected an object"),
    ("{}", "the member extends is missing"),
    (#"{"extends": "paper"}"#, "there is no profile \"paper\"; there are tablet"),
    (#"{"extends": "print", "rule": {}}"#, "there is no key \"rule\""),
    (#"{"extends": "print", "rules": {"blood-missing": "off"}}"#, "no rule \"blood-missing\""),
    (
      #"{"extends": "print", "rules": {"bleed-missing": "bad"}}"#,
      "expected error, warning, note or off"
    ),
    (#"{"extends": "print", "limits": {"blood": 1}}"#, "there is no limit \"blood\""),
    (#"{"extends": "print", "limits": {"bleed": -1}}"#, "expected a number from 0 to 10000"),
    (#"{"extends": "print", "limits": {"bleed": "3mm"}}"#, "expected a number"),
    (#"{"extends": "print", "limits": {"pictureColors": ["hsv"]}}"#, "there is no \"hsv\" here"),
    (#"{"extends": "print", "limits": {"textContrast": 22}}"#, "from 1 to 21"),
  ])
  func mistakesInAFileAreReported(text: String, words: String) throws {
    let complaint = try complaint(text)
    #expect(complaint.contains(words), "\(complaint)")
  }

  /// If `jsonschema` is installed: the schema accepts the profiles that the command accepts.
  @Test func theSchemaAndTheReaderAgree() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
    let schema = try bytes(ofFile: "\(root)/Sources/Preview/Preflight/Schema/profile.schema.json")
    let text = String(decoding: schema, as: UTF8.self)
    for rule in Preflight.rules { #expect(text.contains("\"\(rule.id)\""), "\(rule.id)") }
  }
}
