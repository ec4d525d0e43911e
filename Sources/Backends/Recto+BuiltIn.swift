import Glibc
import RectoPageModel
import RectoPipeline
import RectoWorkers

extension Recto {
  /// An engine with everything that is built in or installed, and workers of its own, for programs
  /// that show pages. Make one and keep it: its first worker takes longest.
  ///
  ///     let recto = try await Recto()
  ///     let issue = try await recto.open("issue.pdf")
  ///
  /// The workers are made by the `recto` command, which is searched for at `$RECTO_PROGRAM`, beside
  /// this program, and on the `PATH`. Throws `notInstalled` if it is in none of them.
  public init(
    limits: Limits = Limits(), workers: WorkerLimits = WorkerLimits(), cache: ResultCache? = nil,
    engine: String? = nil, substitutesEngines: Bool = true
  ) async throws(PageError) {
    let zygote = try Zygote.spawn(try rectoProgram())
    self.init(
      backends: installedBackends(),
      isolation: .workers(WorkerPool(zygote: zygote, limits: workers)), limits: limits,
      cache: cache, engine: engine, substitutesEngines: substitutesEngines)
  }
}

/// The `recto` command: the first at `$RECTO_PROGRAM`, in `folders`, beside this program, or on the
/// `PATH`.
///
/// Throws `notInstalled` where it is in none of them.
public func rectoProgram(in folders: [String] = []) throws(PageError) -> String {
  let named = environmentVariable("RECTO_PROGRAM")
  var folders = folders
  if let own = realpath("/proc/self/exe", nil) {
    defer { free(own) }
    let path = String(cString: own)
    folders.append(String(path.reversed().drop { $0 != "/" }.dropFirst().reversed()))
  }
  folders += environmentVariable("PATH")?.split(separator: ":").map(String.init) ?? []
  let candidates = (named.map { [$0] } ?? []) + folders.map { "\($0)/recto" }
  guard let path = candidates.first(where: { access($0, X_OK) == 0 && !isFolder($0) }) else {
    throw PageError(
      .notInstalled,
      "the recto command is not found: install it beside this program or on the PATH, or name it "
        + "in RECTO_PROGRAM")
  }
  return path
}
