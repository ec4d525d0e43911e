import Foundation
import TestSupport
import Testing

/// librecto as a program meets it that knows nothing but its header.
@Suite(
  .startsProcesses, .enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)),
  .enabled(if: hasCompiler, Comment(rawValue: needsCompiler)))
struct LibraryTests {
  @Test(arguments: ["tour", "misuse", "waiting", "threads", "forks"])
  func aProgramInCGetsWhatTheHeaderSays(part: String) async throws {
    let result = try await InstalledLibrary().client(part)
    #expect(result.status == 0 && result.exited, "\(result.errors)")
  }

  @Test func aThousandRoundsLeaveNothing() async throws {
    let result = try await InstalledLibrary().client("rounds", isSoak ? "1000" : "100")
    #expect(result.status == 0, "\(result.text) \(result.errors)")
  }

  @Test func anotherProgramThanTheCommandIsTold() async throws {
    let result = try await InstalledLibrary().client("version", "/bin/true")
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func aProgramInCPlusPlusBuildsAndRuns() async throws {
    let installed = try await InstalledLibrary()
    let binary = try await installed.compile(
      InstalledLibrary.source("client.cc"), with: "g++", ["-std=c++17"])
    let result = try await run(binary, [try #require(samplesFolder()) + "/quay.pdf"])
    #expect(result.text == "8 1\n", "\(result.errors)")
  }

  @Test func aHostWithoutAnEnvironmentIsServed() async throws {
    let installed = try await InstalledLibrary()
    let binary = try await installed.compile(
      InstalledLibrary.source("bare.c"), with: "gcc", ["-std=gnu11"])
    let result = try await run(binary, [installed.library])
    #expect(result.text == "0 \n", "\(result.text) \(result.errors)")
  }

  @Test func nothingLivesOnWhenItsHostIsKilled() async throws {
    let installed = try await InstalledLibrary()
    let binary = try await installed.compile(
      InstalledLibrary.source("client.c"), with: "gcc", ["-std=c11"])
    let host = try ChildProcess(
      binary, ["victim", try #require(samplesFolder()) + "/quay.pdf"], output: .lines)
    let numbers = try #require(try await host.nextLine()).split(separator: " ")
      .compactMap { Int32($0) }
    try #require(numbers.count == 2)
    let (zygote, fork) = (numbers[0], numbers[1])
    defer { kill(fork, SIGKILL) }
    // The zygote leads no group: its workers are its children, which it ends first of all.
    let workers = children(of: zygote)
    #expect(!workers.isEmpty)
    host.signal(SIGKILL)
    try await until("the end of a killed host's processes") {
      ([host.id, zygote] + workers).allSatisfy { !isRunning($0) }
    }
    #expect(isRunning(fork), "a fork of the host held its sockets all the time")
  }

  @Test func theLibraryExportsWhatTheHeaderDeclaresAndNothingElse() async throws {
    let installed = try await InstalledLibrary()
    let header = String(
      decoding: try bytes(ofFile: "\(installed.prefix)/include/recto.h"), as: UTF8.self)
    let declared = Set(
      header.split(separator: "\n").filter { !$0.hasPrefix("//") && !$0.hasPrefix(" ") }
        .compactMap { $0.firstMatch(of: /\*?(recto_[a-z_]+)\(/)?.1 }.map(String.init))
    #expect(declared.count == 37)
    let symbols = try await run(
      try #require(program("nm")), ["-D", "--defined-only", "--extern-only", installed.library])
    let exported = symbols.text.split(separator: "\n").compactMap { line -> String? in
      let words = line.split(separator: " ")
      return words[1] == "A" ? nil : String(words[2])
    }
    #expect(Set(exported) == Set(declared.map { "\($0)@@RECTO_0.1" }))
  }

  /// The processes that a process with one thread has started.
  private func children(of process: Int32) -> [Int32] {
    let path = "/proc/\(process)/task/\(process)/children"
    return ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: " ")
      .compactMap { Int32($0) }
  }

  /// False for one that has ended and was not waited for.
  private func isRunning(_ process: Int32) -> Bool {
    let path = "/proc/\(process)/stat"
    guard let stat = try? String(contentsOfFile: path, encoding: .utf8) else { return false }
    return stat.split(separator: ")").last?.split(separator: " ").first != "Z"
  }
}
