import RectoPageModel
import RectoTypesetting

/// A story as it is read from Markdown or plain text.
struct ReadStory: Sendable, Hashable {
  struct Heading: Sendable, Hashable {
    /// From 1 to 6.
    var level: Int
    var text: String
    /// The name by which links refer to it; unique in the story.
    var anchor: String
    /// Its index among the story's items.
    var item: Int
  }

  struct StoryPicture: Sendable, Hashable {
    var file: RelativePath
    /// The alternative text.
    var alt: String

    /// The name of the picture in the story: the same file may stand there with several texts.
    var name: String { alt.isEmpty ? file.text : "\(file.text)\n\(alt)" }
  }

  var story = Story(items: [])
  var frontMatter = FrontMatter()
  var headings: [Heading] = []
  /// The pictures and inline attachments by name.
  var pictures: [String: StoryPicture] = [:]
  /// The language of a code block as it is written, by the index of its item.
  var codeLanguages: [Int: String] = [:]
}

extension ReadStory.Heading {
  /// True if the heading has the same letters and digits as a title, ignoring case.
  func says(_ title: String) -> Bool {
    func letters(_ text: String) -> [Character] {
      text.lowercased().filter { $0.isLetter || $0.isNumber }
    }
    return letters(text) == letters(title)
  }
}
