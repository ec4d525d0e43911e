import Foundation
import TestSupport

/// Debian's `python3-jsonschema`, asked about many documents at once.
enum SchemaValidator {
  private static let script = """
    import json, sys
    from jsonschema import Draft202012Validator
    schema = json.load(open(sys.argv[1]))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for text in json.load(open(sys.argv[2])):
        print("yes" if validator.is_valid(json.loads(text)) else "no")
    """

  /// True if Python has the package, checked once.
  static let isInstalled = Task {
    guard let python = program("python3") else { return false }
    return try await run(python, ["-c", "from jsonschema import Draft202012Validator"]).status == 0
  }

  /// For each document, true if it conforms to the schema.
  static func verdicts(on documents: [String], schema: String) async throws -> [Bool] {
    let folder = try temporaryFolder()
    let list = try folder.write(JSONEncoder().encode(documents), to: "documents.json")
    let result = try await run(program("python3") ?? "", ["-c", script, schema, list])
    return String(decoding: result.output, as: UTF8.self).split(separator: "\n")
      .map { $0 == "yes" }
  }
}
