import Glibc
import RectoJSON
import RectoPageModel
import RectoPipeline

struct CacheCommand: Command {
  let name = "cache"
  let operands = "info|clear"
  let summary = "Shows or empties the disk cache of images and laid-out books."
  let actions = ["info", "clear"]
  let options = [jsonOption, outputOption]
  let examples = ["recto cache info", "recto cache clear", "recto cache info --json"]
  let notes = """
    The cache is in $RECTO_CACHE_DIR, else in recto in $XDG_CACHE_HOME or ~/.cache. It can be
    cleared at any time; its images are rendered again when they are needed.
    """

  func run(_ arguments: Arguments, _ launch: Launch) async throws -> ExitStatus {
    guard arguments.operands.count <= 1 else {
      throw UsageError("unexpected operand \(arguments.operands[1])")
    }
    let cache = ResultCache()
    switch arguments.operands.first {
    case "info": try inform(cache.info(), arguments)
    case "clear": try report(try cache.clear(), cache.configuration, arguments)
    default: throw UsageError("no action is given: info or clear")
    }
    return .done
  }

  private func inform(_ info: CacheInfo, _ arguments: Arguments) throws(PageError) {
    let results = info.results
    try answer(arguments) { json in
      json.object { json in
        json.optional("folder", info.configuration.directory)
        json.member("entries", results.entries)
        json.member("bytes", results.bytes)
        json.member("budget", info.configuration.diskBytes)
        json.optional("oldestUse", results.oldestUse.map { time($0, "%Y-%m-%dT%H:%M:%SZ", .utc) })
        json.optional("newestUse", results.newestUse.map { time($0, "%Y-%m-%dT%H:%M:%SZ", .utc) })
        json.key("layouts")
        json.object { json in
          json.member("entries", info.layouts.entries)
          json.member("bytes", info.layouts.bytes)
          json.member("budget", info.configuration.layoutBytes)
        }
        json.key("memos")
        json.object { json in
          json.member("entries", info.memos.entries)
          json.member("bytes", info.memos.bytes)
        }
        json.optional("problem", info.problem)
      }
    } text: {
      let folder = info.configuration.directory.map(printable)
      var lines = [
        ("folder", folder ?? "none: neither HOME nor a cache folder is set"),
        ("entries", "\(results.entries)"),
        ("size", "\(byteSize(results.bytes)) of \(byteSize(info.configuration.diskBytes))"),
        (
          "layouts",
          "\(info.layouts.entries), \(byteSize(info.layouts.bytes)) of "
            + byteSize(info.configuration.layoutBytes)
        ),
        ("digests", "\(info.memos.entries), \(byteSize(info.memos.bytes))"),
      ]
      if let oldest = results.oldestUse, let newest = results.newestUse {
        lines.append(("oldest use", time(oldest, "%Y-%m-%d %H:%M", .local)))
        lines.append(("newest use", time(newest, "%Y-%m-%d %H:%M", .local)))
      }
      if let problem = info.problem { lines.append(("not used", printable(problem))) }
      return lines.map { name, value in
        "\(name)\(String(repeating: " ", count: 12 - name.count))\(value)\n"
      }.joined()
    }
  }

  private func report(
    _ removed: CacheUsage, _ configuration: CacheConfiguration, _ arguments: Arguments
  ) throws(PageError) {
    try answer(arguments) { json in
      json.object { json in
        json.optional("folder", configuration.directory)
        json.member("entries", removed.entries)
        json.member("bytes", removed.bytes)
      }
    } text: {
      "removed \(removed.entries) \(removed.entries == 1 ? "entry" : "entries"), "
        + "freed \(byteSize(removed.bytes))\n"
    }
  }

  private enum Clock {
    case utc
    case local
  }

  /// Calls `strftime`.
  private func time(_ seconds: Int, _ format: String, _ clock: Clock) -> String {
    var moment = time_t(seconds)
    var parts = tm()
    _ = clock == .utc ? gmtime_r(&moment, &parts) : localtime_r(&moment, &parts)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
      let count = strftime(text.baseAddress!, text.count, format, &parts)
      return count == 0 ? "" : String(cString: text.baseAddress!)
    }
  }
}
