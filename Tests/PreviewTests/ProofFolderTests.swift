import Foundation
import RectoPageModel
import TestSupport
import Testing

@testable import RectoPreview

/// File systems on which two folders cannot trade places in one step.
struct ProofFolderTests {
  private let scratch: TemporaryFolder

  init() throws { scratch = try temporaryFolder() }

  /// Puts a proof with a file in its place.
  private func commit(_ file: String, refusing code: Int32? = nil) throws {
    let proof = try ProofFolder(for: scratch.path("proof"))
    try Data([1]).write(to: URL(filePath: "\(proof.path)/\(file)"))
    guard let code else { return try proof.commit(to: scratch.path("proof")) }
    try proof.commit(to: scratch.path("proof")) { _, _ in
      errno = code
      return -1
    }
  }

  private func files() throws -> [String] {
    try scratch.entries().filter { !$0.hasSuffix(".recto-proof") }
  }

  @Test(arguments: [EINVAL, ENOSYS, EOPNOTSUPP])
  func anOlderProofIsReplacedWithoutAnExchange(code: Int32) throws {
    try commit("old")
    try commit("new", refusing: code)
    #expect(try files() == ["proof", "proof/new"])
  }

  @Test func anOlderProofStaysWhereTheDiskRefuses() throws {
    try commit("old")
    let error = #expect(throws: PageError.self) { try commit("new", refusing: ENOSPC) }
    #expect(error?.code == .cannotWrite)
    #expect(try files() == ["proof", "proof/old"])
  }
}
