import RectoBackends
import RectoJSON
import RectoPageModel
import RectoPipeline
import RectoPluginKit

struct PluginsCommand: Command {
  let name = "plugins"
  let operands = "[DOCUMENT…]"
  let summary = "Lists the backends with their formats and capabilities, or checks one."
  let options = [
    Option("check", value: "DIR", "Test the plugins in DIR with the documents beside them"),
    jsonOption, outputOption,
  ]
  let examples = [
    "recto plugins", "recto plugins --json", "recto plugins --check build/my-plugin",
    "recto plugins --check build/my-plugin hard-case.djvu",
  ]
  let notes = """
    Plugins are found in $RECTO_PLUGIN_PATH, $XDG_DATA_HOME/recto/plugins (by default
    ~/.local/share/recto/plugins) and /usr/lib/recto/plugins. --check runs the conformance
    checks on each DOCUMENT, or on the documents in DIR and DIR/samples. The exit status is 1 if a check
    fails.
    """

  func needsWorkers(_ arguments: Arguments) -> Bool { arguments["check"] != nil }

  func run(_ arguments: Arguments, _ launch: Launch) async throws -> ExitStatus {
    if let folder = arguments["check"] {
      let check = PluginCheck(folder: folder, sources: arguments.operands)
      let reports = try await check.reports(zygote: try launch.zygote())
      try answer(arguments) { json in
        json.object { json in
          json.key("plugins")
          json.array(reports) { $0.value($1) }
        }
      } text: {
        reports.map(\.text).joined()
      }
      return reports.allSatisfy(\.isClean) ? .done : .found
    }
    if let word = arguments.operands.first { throw UsageError("unexpected operand \(word)") }
    return try list(arguments)
  }

  private func list(_ arguments: Arguments) throws -> ExitStatus {
    let builtIn = builtInBackends().map(\.info)
    let found = PluginDiscovery().find(builtIn: builtIn.map(\.id))
    let rows =
      builtIn.map { ($0, "built in") } + found.plugins.map { ($0.info, $0.manifestPath) }
    try answer(arguments) { json in
      json.object { json in
        json.key("plugins")
        json.array(rows) { json, row in
          json.object { json in
            json.members(of: row.0)
            json.member("from", row.1)
          }
        }
        json.key("findings")
        json.array(found.findings) { json, finding in
          json.object { json in
            json.member("path", finding.path)
            json.member("shadowed", finding.isShadowed)
            json.member("message", finding.sentence)
          }
        }
      }
    } text: {
      rows.map { backend, place in
        "\(backend.id)  \(printable(backend.version))  \(printable(place))\n"
          + "  reads  \(backend.fileExtensions.joined(separator: " "))\n"
          + "  gives  \((["pages"] + backend.capabilities.map(\.rawValue)).joined(separator: " "))\n"
      }.joined()
    }
    if !arguments.has("json") {
      for finding in found.findings { Diagnostics.line("recto: \(finding)") }
    }
    return .done
  }
}
