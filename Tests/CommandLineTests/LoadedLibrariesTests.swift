import TestSupport
import Testing

/// The program starts fast, since it begins with the libraries that a page of a PDF needs.
@Suite struct LoadedLibrariesTests {
  @Test func librariesThatMostCommandsDoNotNeedAreLoadedOnDemand() async throws {
    // The dynamic linker lists the libraries in place of running the program (ld.so(8)).
    let result = try await run(
      rectoExecutable(), [], environment: ["LD_TRACE_LOADED_OBJECTS": "1"])
    #expect(result.text.contains("libpoppler") == hasPoppler)
    for library in ["curl", "microhttpd", "archive", "zip", "mobi", "sqlite3"] {
      #expect(!result.text.contains("lib\(library).so"), "\(library)")
    }
  }
}
