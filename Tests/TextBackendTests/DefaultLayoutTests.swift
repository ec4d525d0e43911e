import RectoPageModel
import Testing

@testable import RectoTextBackend

@Suite struct DefaultLayoutTests {
  @Test func aStoryAloneFlowsThroughPagesOfABook() throws {
    let path = try RelativePath("story.md")
    let layout = DefaultLayout.layout(of: .file(path))
    let profile = try #require(layout.profiles.first)
    #expect(profile.size == Size(width: 420, height: 595))
    #expect(profile.pages == [PagePlan(masters: ["body"], count: .whileTextRemains)])
    let master = try #require(profile.masters["body"])
    #expect(layout.threads[master.content.frames[0].thread] == ["story"])
    #expect(master.content.texts.map(\.text) == ["{page}"])
    #expect(Set(layout.themes.keys) == ["gray", "light", "night", "sepia"])
  }

  /// A line of 60 to 70 letters is what reads best; one of EB Garamond at 10.5 takes 4.6 points.
  @Test func theMarginsAreAClassicalPagesAndMirrored() {
    let size = DefaultLayout.size
    let margins = DefaultLayout.margins(for: size)
    #expect(margins.inside < margins.outside && margins.top < margins.bottom)
    let recto = margins.area(of: size, isRecto: true)
    let verso = margins.area(of: size, isRecto: false)
    #expect(recto.minX == margins.inside && verso.minX == margins.outside)
    #expect((60...72).contains(recto.width / 4.6))
    #expect(abs(verso.maxX - (size.width - margins.inside)) < 1e-9)
  }

  @Test func placeholdersAreFilledAndOtherBracesStay() {
    let text = Placeholders("{title} {x} · {page}/{pages} {")
    let filled = text.filled { field in
      switch field {
      case .title: "Quay"
      case .page: "iv"
      case .pages: "9"
      default: nil
      }
    }
    #expect(filled == "Quay {x} · iv/9 {")
    #expect(Placeholders("{section}").filled { _ in nil } == "")
  }
}
