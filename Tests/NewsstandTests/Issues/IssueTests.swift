import RectoNewsstand
import Testing

struct IssueTests {
  @Test func theTitleIsInTheLanguageThatIsWantedMost() throws {
    var issue = Issue(id: try IssueID("a"), title: "Tide")
    issue.titles = ["de-AT": "Gezeiten", "fr": "Marée"]
    #expect(issue.title(in: ["nl", "de", "fr"]) == "Gezeiten")
    #expect(issue.title(in: ["FR"]) == "Marée")
    #expect(issue.title(in: ["nl"]) == "Tide")
  }

  @Test func whatIsLeftIsSaidWhereTheWholeIsKnown() {
    let progress = DownloadProgress(received: 250, total: 1000, rate: 50)
    #expect(progress.fraction == 0.25 && progress.secondsLeft == 15)
    #expect(DownloadProgress(received: 250, rate: 50).secondsLeft == nil)
    #expect(DownloadProgress(received: 0, total: 1000).secondsLeft == nil)
  }
}
