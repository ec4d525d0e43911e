import Foundation
import TestSupport
import Testing

/// The documents that show code, and the code that they show.
enum Documents {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
  static let catalog = "Sources/Pipeline/Pipeline.docc"

  /// A run of lines between empty ones, without the indentation that they share.
  struct Passage: Hashable, CustomTestStringConvertible {
    let document: String
    let lines: [String]

    init(_ document: String, _ lines: ArraySlice<String>) {
      let indentation = lines.map { $0.prefix { $0 == " " }.count }.min() ?? 0
      self.document = document
      self.lines = lines.map { String($0.dropFirst(indentation)) }
    }

    var testDescription: String { "\(document): \(lines.first ?? "")" }
  }

  static func text(_ path: String) throws -> String {
    String(decoding: try bytes(ofFile: "\(root)/\(path)"), as: UTF8.self)
  }

  /// The files below a folder whose names end so, by their paths from the root.
  static func files(below folder: String, endingIn end: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
      .filter { $0.hasSuffix(end) }.map { "\(folder)/\($0)" }.sorted()
  }

  /// The names of the catalog's code files.
  static func code() throws -> [String] {
    try files(below: "\(catalog)/Code", endingIn: ".swift")
  }

  /// The code in the README, the articles and the comments of the engine's modules.
  static func passages() throws -> [Passage] {
    var passages: [Passage] = []
    for path in try ["README.md"] + files(below: catalog, endingIn: ".md") {
      let text = try text(path)
      for rest in text.components(separatedBy: "```swift\n").dropFirst() {
        guard let block = rest.components(separatedBy: "```").first else { continue }
        passages += parts(of: block.components(separatedBy: "\n"), path)
      }
    }
    let sources = try ["Pipeline", "Backends"].flatMap { module in
      try files(below: "Sources/\(module)", endingIn: ".swift")
    }
    for path in sources where !path.hasPrefix(catalog) {
      passages += try shown(byCommentsOf: path)
    }
    return passages
  }

  /// The code in comments of public declarations: lines indented by four spaces after an empty
  /// line.
  private static func shown(byCommentsOf path: String) throws -> [Passage] {
    var passages: [Passage] = []
    var comment: [String] = []
    for line in try text(path).split(separator: "\n", omittingEmptySubsequences: false) {
      let line = line.drop { $0 == " " }
      if line.hasPrefix("///") {
        comment.append(String(line.dropFirst(4)))
      } else {
        if line.hasPrefix("public ") {
          for part in comment.split(separator: "") where part.first?.hasPrefix("    ") == true {
            passages.append(Passage(path, part))
          }
        }
        comment = []
      }
    }
    return passages
  }

  private static func parts(of lines: [String], _ document: String) -> [Passage] {
    lines.split(separator: "").map { Passage(document, $0) }
  }
}
