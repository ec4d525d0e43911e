import Foundation
import RectoPageModel
import TestSupport
import Testing

@Suite struct ManifestTests {
  @Test(arguments: [
    ("{", "recto.json: "), ("[]", "recto.json: expected an object"),
    ("{}", "recto.json: the member parts is missing"),
    (#"{"parts": []}"#, "recto.json: parts must list 1 to 1000 parts"),
    (#"{"parts": [{}]}"#, "recto.json: parts[0]: the member path is missing"),
    (#"{"parts": ["a.md"], "tittle": "x"}"#, "recto.json: tittle: the member is not known: use "),
    (
      #"{"parts": ["a.md"], "direction": "up"}"#, "recto.json: direction: expected ltr, rtl or ttb"
    ),
    (
      #"{"parts": [{"path": "a.md", "labels": "no"}]}"#,
      "recto.json: parts[0].labels: expected own or"
    ),
    (
      #"{"parts": ["a.md"], "metadata": {"date": "soon"}}"#,
      "recto.json: metadata.date: expected a date"
    ),
    (#"{"parts": ["../a.md"]}"#, "recto.json: the path ../a.md must not lead out"),
    (#"{"parts": ["gone.md"]}"#, "gone.md is not in the package"),
    (#"{"parts": [{"path": "a.md", "pages": "7"}]}"#, "a.md: there is no page 7"),
    (#"{"parts": [{"path": "a.md", "pages": "x"}]}"#, "a.md: x is not a list of pages"),
    (#"{"parts": ["b.bin"]}"#, "b.bin: no built-in backend can read it"),
  ])
  func mistakesAreReportedWithTheirPlace(manifest: String, sentence: String) {
    let error = HandMadePackage(manifest, ["a.md": story("A"), "b.bin": "?"]).refusal()
    #expect(error?.message.hasPrefix(sentence) == true, "\(error?.message ?? "it opens")")
  }

  /// Some editors put a byte order mark before the text.
  @Test func aManifestMayBeginWithAByteOrderMark() throws {
    let package = HandMadePackage("\u{FEFF}" + #"{"parts": ["a.md"]}"#, ["a.md": story("A")])
    #expect(try package.open().pageCount == 1)
    let twice = HandMadePackage("\u{FEFF}\u{FEFF}" + #"{"parts": ["a.md"]}"#, ["a.md": story("A")])
    #expect(twice.refusal()?.message.hasPrefix("recto.json: ") == true)
  }

  @Test func aPartThatCannotBeOpenedIsLeftOutWithAWarning() throws {
    let package = HandMadePackage(
      #"{"parts": ["gone.pdf", "a.md", "broken.pdf"]}"#,
      ["a.md": story("A"), "broken.pdf": "%PDF-1.7\n"])
    let publication = try package.open()
    #expect(publication.pageCount == 1)
    let warnings = publication.info.warnings.filter { $0.code == "missing-part" }
    #expect(warnings.count == 2)
    #expect(warnings.first?.message == "a part is left out: gone.pdf is not in the package")
    #expect(warnings.last?.message.hasPrefix("a part is left out: broken.pdf: ") == true)
  }

  @Test func theSchemaAcceptsWhatIsReadAndNothingElse() async throws {
    let python = try #require(program("python3"))
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
    let folder = try temporaryFolder()
    let good = [
      #"{"parts": ["a.md", {"path": "b", "title": "B", "pages": "1-last", "labels": "own"}]}"#,
      #"{"$schema": "x", "metadata": {"title": "T"}, "cover": "c.png", "parts": ["a"]}"#,
    ]
    let bad = [
      #"{}"#, #"{"parts": []}"#, #"{"parts": [{"title": "x"}]}"#, #"{"parts": ["a"], "x": 1}"#,
    ]
    var files = [root + "/samples/quay-package/recto.json"]
    for (index, text) in (good + bad).enumerated() {
      files.append(try folder.write(Array(text.utf8), to: "\(index).json"))
    }
    let script = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      print(*[jsonschema.Draft202012Validator(schema).is_valid(json.load(open(path)))
              for path in sys.argv[2:]])
      """
    let result = try await run(
      python, ["-c", script, root + "/Plugins/Package/Schema/recto.schema.json"] + files)
    #expect(result.text == "True True True False False False False\n", "\(result.errors)")
  }
}
