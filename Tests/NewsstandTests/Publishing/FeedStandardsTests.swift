import Foundation
import RectoNewsstand
import RectoPageModel
import TestSupport
import Testing

private let schemas = "\(corporaFolder() ?? "")/schemas"
private let python = ProcessInfo.processInfo.environment["RECTO_TEST_PYTHON"] ?? ""

struct FeedStandardsTests {
  @Test(
    .enabled(
      if: isFolder(schemas) && !python.isEmpty && program("jing") != nil,
      "RECTO_CORPORA has no schemas, RECTO_TEST_PYTHON is not set, or jing is not installed"))
  func theFeedsAreWhatOPDSWants() async throws {
    let shelf = try PublishingFixture()
    try shelf.story("Ropes", "11.md", date: "2026-10-01")
    try shelf.story("Tides", "12.md")
    try shelf.sources.write(
      Array(
        """
        {"title": "Tides", "titles": {"de": "Gezeiten"}, "number": "12", "date": "2026-11-22T06:00:00Z",
         "summary": "The sea.", "subjects": ["boats"], "price": "2.90 EUR", "productID": "p.12"}
        """.utf8), to: "12.issue.json")
    try shelf.story("Members only", "13.md")
    try shelf.sources.write(Array(#"{"free": false}"#.utf8), to: "13.issue.json")
    var options = PublishOptions()
    options.paidContent = .open
    options.title = "Harbor"
    for base in [nil, "https://example.org/harbor/"] {
      options.baseURL = base
      let report = try await shelf.publish(options)
      #expect(report.problems.isEmpty, "\(report.problems)")
      let script =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
        + "/Scripts/feeds.py"
      let result = try await run(
        python, [script, schemas, shelf.output.path], environment: ["PYTHONDONTWRITEBYTECODE": "1"])
      #expect(result.status == 0, "\(result.text) \(result.errors)")
    }
    let titles = try shelf.read("opds2.json").issues.map { $0.title(in: ["de"]) }
    #expect(titles.contains("Gezeiten"))
  }

  private static let validator = """
    import json, sys
    from jsonschema import Draft202012Validator
    schema = json.load(open(sys.argv[1]))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for text in json.load(open(sys.argv[2])):
        print("yes" if validator.is_valid(json.loads(text)) else "no")
    """

  @Test(
    .enabled("python3-jsonschema is not installed") {
      try await run(
        "/usr/bin/python3", ["-c", "from jsonschema import Draft202012Validator"]
      ).status == 0
    })
  func ourCatalogsAreWhatTheirSchemaWants() async throws {
    let shelf = try PublishingFixture()
    try shelf.story("Tides", "12.md", date: "2026-11-22")
    _ = try await shelf.publish()
    let published = String(
      decoding: try bytes(ofFile: shelf.output.path("catalog.json")), as: UTF8.self)
    func catalog(_ issue: String) -> String { #"{"version":1,"issues":[{\#(issue)}]}"# }
    let documents = [
      published, #"{"version":1,"issues":[]}"#, catalog(#""id":"a","url":"a.pdf""#),
      catalog(#""id":"a","free":false,"productID":"p""#),
      catalog(#""id":"a","url":"a","size":1,"cover":{"url":"c","type":"image/png"}"#),
      // From here on none is.
      #"{"issues":[]}"#, #"{"version":2,"issues":[]}"#, #"{"version":1}"#, catalog(#""url":"a""#),
      catalog(#""id":"a""#), catalog(#""id":"a","url":"a","size":0"#),
      catalog(#""id":"a","url":"a","size":null"#), catalog(#""id":"a","url":"a","sha256":"0""#),
      catalog(#""id":"a","url":"a","cover":{}"#), catalog(#""id":"","url":"a""#),
    ]
    let schema =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
      + "/Sources/Newsstand/Catalogs/JSON/Schema/catalog.schema.json"
    let list = try shelf.sources.write(JSONEncoder().encode(documents), to: "documents.json")
    let result = try await run("/usr/bin/python3", ["-c", Self.validator, schema, list])
    let verdicts = result.text.split(separator: "\n").map { $0 == "yes" }
    #expect(verdicts == documents.indices.map { $0 < 5 }, "\(result.errors)")
    // The reader accepts what the schema accepts, and refuses the rest.
    for (document, isValid) in zip(documents, verdicts) {
      let catalog = try? readCatalog(Array(document.utf8), url: "https://example.org/c.json")
      #expect((catalog != nil) == isValid, "\(document)")
    }
  }
}
