import RectoConformance
import RectoJSON
import RectoPageModel
import RectoPipeline
import RectoPluginKit
import RectoWorkers

/// Checks the plugins of a folder, in workers, with their sample documents.
struct PluginCheck {
  let folder: String
  /// Documents to try; if there are none, those beside the manifest.
  let sources: [String]

  /// The results for one plugin, or for an invalid manifest.
  struct Report: Sendable {
    var name: String
    var checkedDocuments: [(source: String, pages: Int)] = []
    var findings: [String] = []

    var isClean: Bool { findings.isEmpty }
  }

  func reports(zygote: Zygote) async throws -> [Report] {
    guard isFolder(folder) else {
      throw UsageError("--check \(folder) is not a folder with a plugin in it")
    }
    let found = PluginDiscovery(folders: [absolutePath(folder)]).find()
    var reports = found.findings.map { Report(name: $0.path, findings: [$0.sentence]) }
    for plugin in found.plugins { reports.append(await report(on: plugin, zygote)) }
    if reports.isEmpty {
      throw PageError(
        .unsupported,
        "\(folder) has no plugin: a manifest ends with \(PluginManifest.fileSuffix)")
    }
    return reports
  }

  private func report(on plugin: PluginBackend, _ zygote: Zygote) async -> Report {
    var report = Report(name: "\(plugin.id) \(plugin.manifest.version)")
    report.findings += plugin.manifest.unknownMembers.map {
      "the manifest has a member \($0.printable), which this version does not read"
    }
    report.findings += plugin.manifest.unknownCapabilities.map {
      "the manifest declares \($0.printable), a capability that this version does not have"
    }
    let documents = sources.isEmpty ? ownDocuments(of: plugin) : sources
    if documents.isEmpty {
      report.findings.append(
        "there is no document to check it with: put one into \(folder)/samples, or name one")
    }
    let recto = Recto(
      backends: [plugin], isolation: .workers(WorkerPool(zygote: zygote, count: 1)))
    for path in documents {
      do throws(PageError) {
        let publication = try await recto.open(path)
        let findings = try await publication.withPublication { publication in
          ConformanceSuite().findings(in: publication)
        }
        report.checkedDocuments.append((path, publication.pageCount))
        report.findings += findings.map { "\(path): \($0)" }
      } catch {
        report.findings.append("\(path): it cannot be opened: \(error.message)")
      }
    }
    // Loads the library into this process, which has no sandbox: only after it has opened a
    // document in a worker.
    if !report.checkedDocuments.isEmpty { report.findings += plugin.complaints() }
    return report
  }

  /// The files in the folder and its `samples` that the plugin recognizes.
  private func ownDocuments(of plugin: PluginBackend) -> [String] {
    [folder, "\(folder)/samples"].flatMap { folder in
      ((try? folderEntries(of: folder)) ?? []).sorted().map { "\(folder)/\($0)" }
    }.filter { path in
      guard !isFolder(path), let bytes = try? FileBytes(path: path) else { return false }
      return plugin.recognizes(SourceProbe(Source(path: path, content: .file(bytes)))) > .none
    }
  }
}

extension PluginCheck.Report: JSONRepresentable {
  /// `{"plugin","tried":[{"source","pages"}],"findings":["…"]}`
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("plugin", name)
      json.key("tried")
      json.array(checkedDocuments) { json, document in
        json.object { json in
          json.member("source", document.source)
          json.member("pages", document.pages)
        }
      }
      json.key("findings")
      json.array(findings) { $0.value($1) }
    }
  }

  var text: String {
    let documents = checkedDocuments.map { "  \($0.source): \($0.pages) pages checked\n" }.joined()
    let verdict =
      isClean ? "  all checks passed\n" : findings.map { "  \(printable($0))\n" }.joined()
    return "\(printable(name))\n\(documents)\(verdict)"
  }
}
