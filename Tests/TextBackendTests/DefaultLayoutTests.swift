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
    let recto = margins.area(of: size, isRightHand: true)
    let verso = margins.area(of: size, isRightHand: false)
    #expect(recto.minX == margins.inside && verso.minX == margins.outside)
    #expect((60...72).contains(recto.width / 4.6))
    #expect(abs(verso.maxX - (size.width - margins.inside)) < 1e-9)
  }

  private func filled(
    _ text: String, _ values: [Placeholders.Field: String]
  ) throws -> [String] {
    let read = try story(markdown: Placeholders(text).markdown).story
    return read.filled { values[$0] }.items.flatMap(\.paragraphs).map(\.text.string)
  }

  @Test func placeholdersAreFilledAndOtherBracesStay() throws {
    let text = "{title} {x} · {page}/{pages} {"
    let shown = try filled(text, [.title: "Quay", .page: "iv", .pages: "9"])
    #expect(shown == ["Quay {x} · iv/9 {"])
    #expect(try filled("{section}", [:]) == [])
  }

  /// The text around them is Markdown.
  @Test func theValuesOfPlaceholdersAreNotMarkdown() throws {
    #expect(try filled("{section}", [.section: "1. Introduction"]) == ["1. Introduction"])
    #expect(try filled("{page}.", [.page: "7"]) == ["7."])
    #expect(try filled("# *{title}*", [.title: "C# *and* <b>`{x}`"]) == ["C# *and* <b>`{x}`"])
    let read = try story(markdown: Placeholders("By *{author}*").markdown).story
    let paragraph = try #require(read.filled { _ in "A. Pilot" }.items.first?.paragraphs.first)
    #expect(try paragraph.style(of: "A. Pilot").fontStyle == .italic)
  }
}
