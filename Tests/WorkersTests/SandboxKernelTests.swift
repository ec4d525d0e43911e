import Glibc
import Testing

@Suite struct SandboxKernelTests {
  @Test(arguments: [
    "mount", "namespace", "io_uring", "bpf", "perf", "userfaultfd", "keyctl", "memfd",
    "personality", "terminal", "dumpable",
  ])
  func whatNoRendererNeedsOfTheKernelIsRefused(attempt: String) throws {
    try expectRefusal(attempt, "/tmp", "EPERM")
  }

  @Test(arguments: ["memfd", "personality", "dumpable"])
  func withoutTheSandboxItWorks(attempt: String) throws {
    #expect(try probe(attempt, options: ["--bare"]).text == "did it")
  }

  #if arch(x86_64)
    @Test func aSystemCallOfAnotherArchitectureEndsTheProcess() throws {
      #expect(try probe("foreign-call").signal == SIGSYS)
    }
  #endif
}
