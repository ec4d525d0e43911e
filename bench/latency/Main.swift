import Glibc
import RectoJSON
import RectoPageModel

/// Measures Recto as a program has it that uses the library, and prints what it found as JSON.
///
///     LatencyBench turns|cache|poison|tiles|browser --recto PROGRAM [--count N] [--pages N]
///                  [--folder DIR] [--plugin MANIFEST] FILE…
@main
enum Main {
  static func main() async {
    do {
      let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
      let outcome =
        switch arguments.measure {
        case .turns: try await PageTurns(arguments).measure()
        case .cache: try await CacheHits(arguments).measure()
        case .poison: try await Poison(arguments).measure()
        case .tiles: try await Tiles(arguments).measure()
        case .browser: try await BrowserPages(arguments).measure()
        }
      print(String(decoding: JSONWriter.bytes(of: outcome), as: UTF8.self))
    } catch {
      let sentence = (error as? PageError)?.message ?? "\(error)"
      let line = Array("LatencyBench: \(sentence)\n".utf8)
      write(STDERR_FILENO, line, line.count)
      exit(1)
    }
  }
}
