import Foundation
import RectoPageModel
import TestSupport
import Testing

@testable import RectoTextBackend

@Suite struct SchemaTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let schemaPath = folder.path + "/Plugins/Text/Schema/layout.schema.json"

  private func schema() throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: Self.schemaPath))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// The keys of each kind of object that the schema describes.
  private func keysOfSchema() throws -> [String: Set<String>] {
    let schema = try schema()
    var keys: [String: Set<String>] = [:]
    let root = try #require(schema["properties"] as? [String: Any])
    keys["layout"] = Set(root.keys)
    for (kind, value) in try #require(schema["$defs"] as? [String: [String: Any]]) {
      if let properties = value["properties"] as? [String: Any] {
        keys[kind] = Set(properties.keys)
      }
    }
    return keys
  }

  @Test func schemaAndReaderKnowTheSameKeys() throws {
    let reading = LayoutReading(fileName: "layout.json", findings: Findings(), files: someFiles)
    _ = try LayoutReader.read(Array(exampleLayout.utf8), in: reading)
    #expect(reading.findings.warnings == [])
    let schema = try keysOfSchema()
    #expect(Set(reading.keysByKind.keys) == Set(schema.keys))
    for (kind, keys) in schema {
      #expect(reading.keysByKind[kind] == keys, "of \(kind)")
    }
  }

  @Test func theExampleHasEveryKeyOfTheSchema() throws {
    let root = try JSONTree.read(Array(exampleLayout.utf8))
    var used: Set<String> = []
    var waiting = [root]
    while let node = waiting.popLast() {
      switch node.content {
      case .object(let members):
        for member in members {
          used.insert(member.name)
          waiting.append(member.value)
        }
      case .list(let nodes): waiting += nodes
      default: break
      }
    }
    for (kind, keys) in try keysOfSchema() {
      #expect(keys.subtracting(used) == [], "of \(kind)")
    }
  }

  @Test func everyKeyAndKindOfTheSchemaIsDescribed() throws {
    let schema = try schema()
    var waiting: [(String, Any)] = [("", schema)]
    while let (path, value) = waiting.popLast() {
      guard let object = value as? [String: Any] else { continue }
      for (name, value) in object {
        waiting.append(("\(path).\(name)", value))
        guard name == "properties" || name == "$defs", let members = value as? [String: Any],
          !path.hasSuffix(".if")
        else { continue }
        for (key, member) in members {
          let description = (member as? [String: Any])?["description"] as? String
          #expect(description?.hasSuffix(".") == true, "\(path).\(key)")
        }
      }
    }
  }

  /// Layouts of all kinds; the validator and the reader must say the same of each.
  private static let layouts: [String] =
    [
      exampleLayout, "[]", "{}", "3", layout(#""size": "A5""#), layout(#""size": "A9""#),
      layout(#""size": {"width": 10}"#), layout(#""size": {"width": 10, "height": "1in"}"#),
      layout(#""size": {"width": "10%", "height": 10}"#), layout(#""margins": -1"#),
      layout(#""margins": {"left": 3, "inside": 3}"#), layout(#""margins": {"top": "5%"}"#),
      layout(##""colors": {"a": "#123"}"##), layout(##""colors": {"a": "#12"}"##),
      layout(##""colors": {"a b": "#123"}"##), layout(#""colors": {"a": "rgb(1,2,3)"}"#),
      layout(#""metadata": {"direction": "up"}"#), layout(#""metadata": {"titel": "x"}"#),
      layout(#""metadata": {"cover-alone": 1}"#), layout(#""metadata": null"#),
      layout(#""threads": {"a": "main", "b": []}"#), layout(#""threads": {"a": [1]}"#),
      layout(#""bleed": "3mm""#), layout(#""bleed": "3 mm""#), layout(#""bleed": "1e3""#),
      layout(#""bleed": ".5in""#), layout(#""bleed": "5.in""#), layout(#""bleed": "+5""#),
      layout(#""bleed": "10%""#), layout(#""baseline-grid": "2em""#),
      #"{"stories": {"a": {}}}"#, #"{"stories": {"a": {"file": "story.md", "text": "x"}}}"#,
      #"{"stories": {"a": {"text": "x"}}}"#, #"{"stories": {"a": 3}}"#,
    ]
    + [
      #""repeat": 3"#, #""repeat": 0"#, #""repeat": 1.5"#, #""repeat": true"#, #""label": 3"#,
      #""master": []"#, #""master": 1"#, #""frames": [{}]"#, #""frames": [{"thread": "main"}]"#,
      #""frames": [{"thread": "main", "columns": 0}]"#,
      #""frames": [{"thread": "main", "columns": 2.0}]"#,
      #""frames": [{"thread": "main", "x": 1}]"#,
      #""frames": [{"thread": "main", "x": -1, "y": "-1mm", "width": 5, "height": "5%"}]"#,
      #""frames": [{"thread": "main", "x": 1, "y": 1, "width": -5, "height": 5}]"#,
      #""frames": [{"thread": "main", "shape": "circle"}]"#,
      #""frames": [{"thread": "main", "shape": "M1 1 h9 v9 z"}]"#,
      #""frames": [{"thread": "main", "padding": {"top": 1, "start": 2}}]"#,
      #""frames": [{"thread": "main", "z-index": 1.5}]"#,
      #""pictures": [{"file": "wave.png", "object-position": ["50%", "101%"]}]"#,
      #""pictures": [{"file": "wave.png", "object-position": ["50%"]}]"#,
      #""pictures": [{"file": "wave.png", "object-position": [50, 50]}]"#,
      #""pictures": [{"file": "wave.png", "opacity": 1.1}]"#,
      #""pictures": [{"file": "wave.png", "link": "javascript:x"}]"#,
      #""pictures": [{"file": "wave.png", "link": "a/b:c"}]"#,
      #""pictures": [{"file": "wave.png", "link": "mailto:a@example.org"}]"#,
      ##""pictures": [{"file": "wave.png", "link": "#a b"}]"##,
      #""media": [{"kind": "video"}]"#, #""media": [{"kind": "film", "src": "a"}]"#,
      #""rules": [{"from": [0, 0], "to": [1, "50%"]}]"#, #""rules": [{"from": [0], "to": [1, 1]}]"#,
      #""fills": [{}]"#, #""fills": [{"color": "red"}]"#, #""fills": [{"color": 3}]"#,
      #""exclusions": [{"wrap-side": "left"}]"#, #""texts": [{"text": 3}]"#, #""frames": null"#,
    ].map(page)
    + [
      #""font-size": "2em""#, #""font-size": -2"#, #""font-size": "big""#, #""font-weight": 1001"#,
      #""font-weight": "bolder""#, #""font-family": []"#, #""font-family": " , ""#,
      #""font-family": ["A", "B"]"#, #""font-stretch": "75%""#, #""font-stretch": "20%""#,
      #""font-stretch": 100"#, #""font-feature-settings": ["smcp"]"#,
      #""font-feature-settings": ["smallcaps"]"#, #""font-feature-settings": {"liga": -1}"#,
      #""font-variation-settings": {"wdth": 80.5}"#, #""line-height": 1.2"#,
      #""line-height": "14pt""#, #""line-height": "tall""#, #""text-align": "middle""#,
      #""hyphens": "auto""#, #""orphans": 0"#, #""initial-letter": 3"#, #""initial-letter": 1"#,
      #""initial-letter": [3, 2]"#, #""initial-letter": [3]"#, #""initial-letter": [3, 2, 1]"#,
      #""tab-stops": [{}]"#, #""tab-stops": [{"position": 30, "leader": "."}]"#,
      ##""color": "#abcdef80""##, #""colour": "red""#, #""extends": """#, #""language": """#,
    ].map { layout("\"styles\": {\"body\": {\($0)}}") }

  /// True if the reader finds no problem that a schema can detect.
  private func isAccepted(_ text: String) throws -> Bool {
    let reading = LayoutReading(fileName: "layout.json", findings: Findings(), files: someFiles)
    do {
      _ = try LayoutReader.read(Array(text.utf8), in: reading)
    } catch {
      // A layout may be well formed and have nothing in it.
      guard error.message.contains("there are no pages") else { return false }
    }
    return !reading.findings.hasFormError
  }

  @Test(
    .enabled("python3-jsonschema is not installed") {
      try await SchemaValidator.isInstalled.value
    })
  func aValidatorAndTheReaderAcceptTheSameLayouts() async throws {
    let verdicts = try await SchemaValidator.verdicts(on: Self.layouts, schema: Self.schemaPath)
    #expect(verdicts.count == Self.layouts.count)
    for (text, verdict) in zip(Self.layouts, verdicts) {
      #expect(try isAccepted(text) == verdict, "\(text.prefix(300))")
    }
    #expect(verdicts.count { $0 } > 30 && verdicts.count { !$0 } > 30)
  }
}
