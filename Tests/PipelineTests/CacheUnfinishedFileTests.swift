import Foundation
import TestSupport
import Testing

@testable import RectoPipeline

/// File systems that have no nameless files, such as NFS: the file has a name while it is written.
@Suite struct CacheUnfinishedFileTests {
  private func store(in folder: TemporaryFolder, budget: Int = 1 << 20) -> DiskStore {
    DiskStore(name: "results", in: folder.path("cache"), budget: budget, usesNamelessFiles: false)
  }

  private func outcome(_ store: DiskStore, _ bytes: [UInt8], for key: CacheKey) -> DiskStore.Outcome
  {
    bytes.withUnsafeBytes { store.store($0, for: key) }
  }

  @Test func anEntryIsKeptAndItsFirstNameIsGone() throws {
    let folder = try temporaryFolder()
    let store = store(in: folder)
    for _ in 0..<2 {
      guard case .kept(evicted: 0) = outcome(store, content(1), for: key(1)) else {
        Issue.record("not kept")
        return
      }
    }
    guard case .hit(let bytes) = store.bytes(for: key(1)) else {
      Issue.record("not found")
      return
    }
    #expect(bytes == content(1))
    #expect(
      try folder.entries().filter { $0.hasPrefix("cache/results/") }
        == ["cache/results/\(key(1).hex).entry", "cache/results/lock"])
  }

  @Test(.enabled(if: SmallDisk.canBeMade, "only root may mount a small disk"))
  func aFullDiskLeavesNothingUnfinished() throws {
    let disk = try #require(SmallDisk(kibibytes: 256))
    let store = DiskStore(
      name: "results", in: disk.path + "/cache", budget: 64 << 20, usesNamelessFiles: false)
    var failures = 0
    for name in 0..<10 {
      if case .failed = outcome(store, content(name, count: 50_000), for: key(name)) {
        failures += 1
      }
    }
    #expect(failures > 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: disk.path + "/cache/results")
    #expect(names.allSatisfy { $0.hasSuffix(".entry") || $0 == "lock" }, "\(names)")
    #expect(names.count == 10 - failures + 1)
  }
}
