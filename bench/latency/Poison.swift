import Glibc
import RectoPageModel
import RectoPipeline
import RectoWorkers

/// The cost to all others of pages that crash, hang or eat memory: the requests of a server to
/// several open publications, once with one such page in a hundred, once without.
struct Poison {
  private static let inFlight = 8
  /// The number of publications that are scripts of the plugin; as many again are the files.
  private static let scripts = 5
  /// The rendering time of a script's normal page: about that of a file's page.
  private static let sleep = "sleep 20"
  private static let soundPages = 100
  /// Two a script: at three, its source would be refused, as it should be.
  private static let deeds = [
    "crash", "hang", "allocate", "crash abort", "hang asleep", "allocate", "crash stack", "hang",
    "allocate", "crash trap",
  ]
  /// The limit for a page; a publication may take longer to open.
  private static let requestOptions = RequestOptions(.visible, seconds: 0.5)
  private static let request = RenderRequest(scale: .fit(PixelSize(width: 800, height: 600)))

  /// A page of one of the publications.
  private struct Wanted: Hashable {
    let publication: Int
    let page: Int
  }

  private struct Answer {
    let wanted: Wanted
    let start: ContinuousClock.Instant
    let end: ContinuousClock.Instant
    /// The digest of the pixels; nil if there are none.
    let digest: UInt64?
    let error: PageError?

    var latency: Duration { end - start }

    func overlaps(_ other: Answer) -> Bool { start < other.end && other.start < end }
  }

  private let arguments: Arguments
  private let limits: WorkerLimits

  init(_ arguments: Arguments) {
    self.arguments = arguments
    var limits = WorkerLimits()
    limits.memoryMiB = 256
    self.limits = limits
  }

  func measure() async throws -> Outcome {
    var outcome = Outcome()
    for workers in [1, 2] {
      let (expected, sound) = try await run(workers: workers, hasPoison: false)
      let (_, poisoned) = try await run(workers: workers, hasPoison: true)
      let label = "\(workers) \(workers == 1 ? "worker" : "workers") each"
      report(sound, poisoned, expected, label, &outcome)
    }
    return outcome
  }

  // MARK: The requests

  /// Everything that is asked for, the same in both runs.
  private func requests(pageCounts: [Int]) -> [Wanted] {
    var dice = Dice()
    let interval = max(1, arguments.count / Self.deeds.count)
    return (0..<arguments.count).map { index in
      let poison = index / interval
      if index % interval == interval / 2, poison < Self.deeds.count {
        return Wanted(
          publication: poison % Self.scripts, page: Self.soundPages + poison / Self.scripts)
      }
      let publication = Int.random(in: 0..<pageCounts.count, using: &dice)
      return Wanted(
        publication: publication,
        page: Int.random(in: 0..<pageCounts[publication], using: &dice))
    }
  }

  private func isPoison(_ wanted: Wanted) -> Bool {
    wanted.publication < Self.scripts && wanted.page >= Self.soundPages
  }

  private func script(_ number: Int, hasPoison: Bool) throws(PageError) -> String {
    let deeds = stride(from: number, to: Self.deeds.count, by: Self.scripts).map { Self.deeds[$0] }
    let pages =
      Array(repeating: Self.sleep, count: Self.soundPages)
      + deeds.map { hasPoison ? $0 : Self.sleep }
    let lines = pages.enumerated().map { "page \($0.offset + 1): \($0.element)" }
    // The number makes each a source of its own.
    let text =
      (["misbehave", "pages \(pages.count)", "script: \(number)"] + lines)
      .joined(separator: "\n") + "\n"
    let path = "\(arguments.folder)/\(hasPoison ? "poison" : "sound")-\(number).misbehave"
    try writeFile(Array(text.utf8), to: path)
    return path
  }

  // MARK: A run

  /// The digests that the sound pages have when each is asked for once, and the answers to all
  /// requests.
  private func run(
    workers: Int, hasPoison: Bool
  ) async throws -> (expected: [Wanted: UInt64], answers: [Answer]) {
    let engine = try arguments.engineWithPlugin(workers: workers, limits: limits)
    var publications: [OpenPublication] = []
    for number in 0..<Self.scripts {
      publications.append(try await engine.open(try script(number, hasPoison: hasPoison)))
    }
    for number in 0..<Self.scripts {
      publications.append(
        try await engine.open(arguments.files[number % arguments.files.count]))
    }
    let counts = publications.enumerated().map { index, publication in
      index < Self.scripts ? Self.soundPages : arguments.pages(of: publication).count
    }
    let wanted = requests(pageCounts: counts)
    let first = await askAll(
      Array(Set(wanted)).filter { !isPoison($0) }, publications, .visible)
    if let error = first.lazy.compactMap(\.error).first { throw error }
    let expected = Dictionary(uniqueKeysWithValues: first.map { ($0.wanted, $0.digest ?? 0) })
    return (expected, await askAll(wanted, publications, Self.requestOptions))
  }

  /// Makes all requests in their order, with a limit of simultaneous ones.
  private func askAll(
    _ wanted: [Wanted], _ publications: [OpenPublication], _ requestOptions: RequestOptions
  ) async -> [Answer] {
    await withTaskGroup(of: [Answer].self) { group in
      let next = Counter()
      for _ in 0..<Self.inFlight {
        group.addTask {
          var answers: [Answer] = []
          while case let index = next.advance(), index < wanted.count {
            answers.append(await ask(wanted[index], publications, requestOptions))
          }
          return answers
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }

  private func ask(
    _ wanted: Wanted, _ publications: [OpenPublication], _ requestOptions: RequestOptions
  ) async -> Answer {
    let bitmap = Bitmap(size: PixelSize(width: 1, height: 1))
    let start = ContinuousClock.now
    var failure: PageError?
    do throws(PageError) {
      try await publications[wanted.publication].render(
        page: wanted.page, Self.request, into: bitmap, requestOptions)
    } catch {
      failure = error
    }
    let end = ContinuousClock.now
    return Answer(
      wanted: wanted, start: start, end: end, digest: failure == nil ? digest(bitmap) : nil,
      error: failure)
  }

  /// FNV-1a, over words.
  private func digest(_ bitmap: Bitmap) -> UInt64 {
    bitmap.withPixels { pixels in
      pixels.bindMemory(to: UInt32.self).reduce(0xCBF2_9CE4_8422_2325) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      }
    }
  }

  // MARK: What is told of it

  private func report(
    _ sound: [Answer], _ poisoned: [Answer], _ expected: [Wanted: UInt64], _ label: String,
    _ outcome: inout Outcome
  ) {
    let poison = poisoned.filter { isPoison($0.wanted) }
    let others = poisoned.filter { !isPoison($0.wanted) }
    let apart = others.filter { other in
      !poison.contains {
        $0.wanted.publication == other.wanted.publication && $0.overlaps(other)
      }
    }
    let base = sound.filter { !isPoison($0.wanted) }
    let before = Latencies(base.map(\.latency))
    for (name, answers) in [
      ("no poison", base), ("1 % poison, the others", others),
      ("1 % poison, not behind one", apart),
    ] {
      let latencies = Latencies(answers.map(\.latency))
      let wrong = answers.count { $0.digest == nil || $0.digest != expected[$0.wanted] }
      outcome.rows.append(
        Outcome.Row(
          label: "\(label), \(name)",
          figures: [
            "requests": Double(answers.count), "wrong": Double(wrong), "p50 ms": latencies.p50,
            "p99 ms": latencies.p99, "max ms": latencies.longest,
            "p50 / none": latencies.p50 / before.p50, "p99 / none": latencies.p99 / before.p99,
          ],
          latencies: latencies))
    }
    let failed = poison.count { [.damaged, .limit].contains($0.error?.code) }
    outcome.notes.append(
      "\(label): \(failed) of \(poison.count) poison pages failed with an error that says so.")
    for error in Set((base + others).compactMap(\.error?.message)).sorted() {
      outcome.notes.append("\(label), of a sound page: \(error)")
    }
  }
}
