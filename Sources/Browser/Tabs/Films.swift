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

  /// True if a frame is on its way: its file is read, or it is sought in the film.
  private static let films = """
    (() => {
      const films = Array.from(document.querySelectorAll("video")).slice(0, 100);
      for (const film of films) {
        // A film that plays hides its poster before its time goes on.
        const plays = !film.paused;
        film.autoplay = false;
        film.pause();
        if (film.poster && (plays || film.played.length || film.currentTime > 0)) {
          film.preload = "none";
          film.load();
        } else if (film.currentTime > 0 && !film.seeking && film.seekable.length) {
          film.currentTime = 0;
        }
      }
      // One that a script feeds may never have a frame.
      const isRead = film => [1, 2].includes(film.networkState) && film.preload !== "none"
        && !film.currentSrc.startsWith("blob:");
      return films.some(film => !film.error && film.getClientRects().length > 0
        && (film.seeking || (film.readyState < 2 && isRead(film))));
    })()
    """
}
