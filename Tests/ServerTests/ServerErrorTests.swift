import RectoPageModel
import Testing

@testable import RectoServer

/// The errors of publications, as clients see them.
@Suite struct ServerErrorTests {
  @Test func aFullDiskIsBusyAndNamesNoPathOfTheServer() {
    let error = ServerError(
      PageError(.cannotWrite, "/srv/private/1/story.md cannot be written: No space left on device"))
    #expect(error.status == .serviceUnavailable && error.headers["Retry-After"] != nil)
    #expect(!error.detail.contains("/srv"))
  }

  @Test func tooManyOpenFilesAreNoFaultOfThePublication() {
    let error = ServerError(OpenFiles.error(24))
    #expect(error.status == .serviceUnavailable && error.detail.contains("ulimit -n"))
    #expect(ServerError(OpenFiles.error(13)).status == .unprocessableContent)
  }
}
