import RectoJSON
import RectoPageModel
import RectoPluginKit

extension Tab {
  /// Seconds for the frames of all films of a page. One that has none by then is drawn as an empty box.
  private static let filmSeconds = 3.0
  /// Milliseconds of the browser's clock between two looks at the films.
  private static let filmStep = 20

  /// Ends films that play, and waits for their first frames, which are made by no clock. One with a
  /// poster shows that.
  func stopFilms(_ clock: PageClock, until deadline: Deadline) throws(PageError) {
    let soon = self.deadline(seconds: Self.filmSeconds)
    while try awaitsFilms(until: deadline), (try? soon.check()) != nil {
      try clock.pass(Self.filmStep, until: deadline)
      try makeFramesInTime(until: deadline)
    }
  }

  private func awaitsFilms(until deadline: Deadline) throws(PageError) -> Bool {
    let answer = try evaluate(Self.films, until: deadline)
    return try DevToolsConnection.read { () throws(JSONError) in try answer.bool() }
  }

  private static let films = PageFunction(PackageResources.films_js).call()
}
