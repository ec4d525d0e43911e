import RectoJSON
import RectoPageModel
import RectoPipeline

/// The files of a proof beside its pictures: a page for browsers that needs no server, its data, and
/// the same data for programs.
struct ProofSite: Sendable {
  /// The static files, by their name in the proof's folder.
  static let files: [(name: String, bytes: [UInt8])] = [
    ("index.html", PackageResources.index_html), ("proof.css", PackageResources.proof_css),
    ("bar.js", PackageResources.bar_js), ("devices.js", PackageResources.devices_js),
    ("elements.js", PackageResources.elements_js), ("findings.js", PackageResources.findings_js),
    ("input.js", PackageResources.input_js), ("live.js", PackageResources.live_js),
    ("navigation.js", PackageResources.navigation_js),
    ("overlays.js", PackageResources.overlays_js), ("proof.js", PackageResources.proof_js),
    ("search.js", PackageResources.search_js), ("stage.js", PackageResources.stage_js),
    ("state.js", PackageResources.state_js),
  ]

  let folder: String

  /// Writes what never changes. Throws `cannotWrite`, as does the rest.
  func writeFiles() throws(PageError) {
    for file in Self.files { try writeFile(file.bytes, to: "\(folder)/\(file.name)") }
    try makeFolder("\(folder)/data")
  }

  /// Writes the data of the whole proof.
  func write(_ proof: Proof) throws(PageError) {
    for edition in proof.editions {
      try write("data/\(edition.key).js", "takeEdition") { json in json.value(edition) }
    }
    try write("data/proof.js", "takeProof") { json in
      json.object { proof.writeSummary(to: &$0) }
    }
    try writeFile(JSONWriter.bytes(of: proof) + [0x0A], to: "\(folder)/proof.json")
  }

  /// A browser reads no JSON beside a file that it shows, but it runs a script that calls a function
  /// with it.
  private func write(
    _ name: String, _ function: String, _ body: (inout JSONWriter) -> Void
  ) throws(PageError) {
    var json = JSONWriter()
    body(&json)
    try writeFile(
      Array("\(function)(".utf8) + json.bytes + Array(");\n".utf8), to: "\(folder)/\(name)")
  }
}
