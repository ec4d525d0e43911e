import PageModel

struct PluginsCommand: Command {
  let name = "plugins"
  let operands = ""
  let summary = "Lists the backends: what each reads and what its pages can do."
  let options = [jsonOption, outputOption]
  let examples = ["recto plugins", "recto plugins --json"]

  func run(_ arguments: Arguments) async throws -> ExitStatus {
    if let word = arguments.operands.first { throw UsageError("\(word) is one operand too many") }
    let backends = builtInBackends().map(\.info)
    try answer(arguments) { json in
      json.object { json in
        json.key("plugins")
        json.array(backends) { json, backend in
          json.object { json in
            json.members(of: backend)
            json.member("from", "built in")
          }
        }
      }
    } text: {
      backends.map { backend in
        "\(backend.id)  \(backend.version)  built in\n"
          + "  reads  \(backend.fileExtensions.joined(separator: " "))\n"
          + "  gives  \((["pages"] + backend.capabilities.map(\.rawValue)).joined(separator: " "))\n"
      }.joined()
    }
    return .done
  }
}
