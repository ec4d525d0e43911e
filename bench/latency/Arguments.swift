import Glibc
import RectoBackends
import RectoPageModel
import RectoPipeline
import RectoPluginKit
import RectoWorkers

/// The kind of measurement, the files, and the number of repetitions.
struct Arguments {
  enum Measure: String { case turns, cache, poison, tiles, browser }

  let measure: Measure
  let files: [String]
  /// The number of repetitions: page turns, hits, requests or tiles.
  let count: Int
  /// The maximum number of pages of each file.
  let pages: Int
  /// The folder for a cache or a script.
  let folder: String
  private let recto: String
  private let manifest: String?

  /// Throws `badRequest` for a wrong command line.
  init(_ words: [String]) throws(PageError) {
    var options: [String: String] = [:]
    var files: [String] = []
    var rest = words.dropFirst()[...]
    while let word = rest.popFirst() {
      if word.hasPrefix("--") {
        options[String(word.dropFirst(2))] = rest.popFirst()
      } else {
        files.append(word)
      }
    }
    guard let measure = Measure(rawValue: words.first ?? ""), let recto = options["recto"],
      !files.isEmpty
    else { throw PageError(.badRequest, "wrong command line: see bench/latency/Main.swift") }
    self.measure = measure
    self.files = files
    self.recto = recto
    count = options["count"].flatMap { Int($0) } ?? 100
    pages = options["pages"].flatMap { Int($0) } ?? .max
    folder = options["folder"] ?? "/tmp"
    manifest = options["plugin"]
  }

  /// An engine whose workers the `recto` under test makes.
  func engine(
    workers: Int = processorCount, limits: WorkerLimits = WorkerLimits(),
    cache: ResultCache? = nil
  ) throws(PageError) -> Recto {
    let pool = WorkerPool(zygote: try Zygote.spawn(recto), count: workers, limits: limits)
    return Recto(backends: builtInBackends(), isolation: .workers(pool), cache: cache)
  }

  /// The same with the plugin that misbehaves.
  func engineWithPlugin(workers: Int, limits: WorkerLimits) throws(PageError) -> Recto {
    guard let manifest else { throw PageError(.badRequest, "--plugin is missing") }
    let pool = WorkerPool(zygote: try Zygote.spawn(recto), count: workers, limits: limits)
    return Recto(
      backends: builtInBackends() + [try PluginBackend(manifestPath: manifest)],
      isolation: .workers(pool))
  }

  func pages(of publication: OpenPublication) -> Range<Int> {
    0..<min(pages, publication.pageCount)
  }
}

func name(ofFile path: String) -> String {
  path.split(separator: "/").last.map(String.init) ?? path
}
