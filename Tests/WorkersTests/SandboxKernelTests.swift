import Glibc
import Testing

@Suite struct SandboxKernelTests {
  @Test(arguments: [
    "mount", "namespace", "io_uring", "bpf", "perf", "userfaultfd", "keyctl", "memfd",
    "personality", "terminal", "dumpable",
  ])
  func kernelServicesThatNoRendererNeedsAreRefused(attempt: String) async throws {
    try await expectRefusal(attempt, "/tmp", "EPERM")
  }

  @Test(arguments: ["memfd", "personality", "dumpable"])
  func withoutTheSandboxItWorks(attempt: String) async throws {
    #expect(try await probe(attempt, options: ["--bare"]).text == "did it")
  }

  #if arch(x86_64)
    @Test func aSystemCallOfAnotherArchitectureEndsTheProcess() async throws {
      #expect(try await probe("foreign-call").signal == SIGSYS)
    }
  #endif
}
