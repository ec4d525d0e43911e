import Foundation
import Glibc

/// True if a browser can be enclosed here: users other than root need namespaces of their own, and
/// nested ones, which some containers forbid.
///
/// Also true if the programs to try it are missing: tests then fail with the package's name.
public let hasNamespaces: Bool = {
  guard let wrapper = program("bwrap"), let inner = program("unshare") else { return true }
  var words = [
    wrapper, "--unshare-all", "--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib",
    "--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp",
    "--chdir", "/tmp", inner, "--user", "--pid", "--net", "--fork", "/usr/bin/true",
  ]
  if getuid() == 0 {
    guard let other = program("setpriv") else { return true }
    words = [other, "--reuid=65534", "--regid=65534", "--clear-groups"] + words
  }
  return succeeds(words)
}()

/// True if a program succeeds, run in the root folder. Blocks: the condition of a test is evaluated
/// once, before anything else runs.
private func succeeds(_ words: [String]) -> Bool {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: words[0])
  process.arguments = Array(words.dropFirst())
  process.currentDirectoryURL = URL(fileURLWithPath: "/")
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = FileHandle.nullDevice
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return false }
  process.waitUntilExit()
  return process.terminationStatus == 0
}

/// The reason why tests with a browser are skipped.
public let needsNamespaces = "unprivileged users may not have namespaces here"
