import CSandboxProbe
import Glibc
import RectoPageModel
import RectoWorkers

/// `SandboxProbe [OPTION ...] ATTEMPT [ARGUMENT]` enters the sandbox, tries one thing, and prints
/// "did it", "refused: EPERM", or the reason why there is no sandbox.
@main struct Probe {
  static func main() {
    var sandbox = Sandbox(readableFolders: SystemPaths.folders + FontPaths.paths())
    var parent: pid_t?
    var isBare = false
    var isForked = false
    var words = ArraySlice(CommandLine.arguments.dropFirst())
    while let option = words.first, option.hasPrefix("--") {
      words.removeFirst()
      switch option {
      case "--bare": isBare = true
      case "--forked": isForked = true
      case "--folder": sandbox.readableFolders.append(words.removeFirst())
      case "--file": sandbox.readableFiles.append(words.removeFirst())
      case "--memory": sandbox.memoryBytes = number(words.removeFirst()) << 20
      case "--seconds": sandbox.processorSeconds = number(words.removeFirst())
      case "--open-files": sandbox.openFiles = number(words.removeFirst())
      case "--parent": parent = pid_t(number(words.removeFirst()))
      case "--with-thread": probe_start_thread()
      case "--without-landlock": hide(probe_landlock_number(), ENOSYS)
      case "--with-landlock-off": hide(probe_landlock_number(), EOPNOTSUPP)
      case "--without-seccomp": hide(probe_seccomp_number(), EINVAL)
      default: fatalError("no option \(option)")
      }
    }
    if !isBare { enter(sandbox, parent: parent, isForked: isForked) }
    let error = probe_try(words.removeFirst(), words.first ?? "")
    precondition(error >= 0, "no such attempt")
    print(error == 0 ? "did it" : "refused: \(String(cString: probe_error_name(error)))")
  }

  private static func enter(_ sandbox: Sandbox, parent: pid_t?, isForked: Bool) {
    do throws(PageError) {
      let prepared = try sandbox.prepare()
      if isForked { probe_go_on_in_child() }
      try prepared.apply(parent: parent ?? getppid())
    } catch {
      print("no sandbox: \(error.code): \(error.message)")
      exit(1)
    }
  }

  private static func number(_ text: String) -> Int { Int(text)! }

  private static func hide(_ call: Int, _ error: Int32) {
    precondition(probe_hide_call(call, error) == 0)
  }
}
