import RectoPageModel

/// The confidence that a source is free-format text, by its `SourceProbe`.
enum TextRecognition {
  static func confidence(_ probe: SourceProbe) -> Confidence {
    probe.isFolder ? inFolder(probe) : ofFile(probe)
  }

  /// A layout is a sure sign. One Markdown file among pictures is a story with its pictures, which
  /// goes before a folder of page images; a plain text beside images may be anything.
  private static func inFolder(_ probe: SourceProbe) -> Confidence {
    let names = TextFileNames(probe.entries)
    if names.layout != nil { return .certain }
    guard names.story(in: probe.files) != nil else { return .none }
    return names.hasMarkdownStory || probe.files.map(names.isIllustrated) ?? false
      ? Confidence(75) : .byName
  }

  private static func ofFile(_ probe: SourceProbe) -> Confidence {
    switch probe.fileExtension {
    case "md", "markdown", "txt", "text":
      // The signature of another format, such as that of a PDF with a wrong name, makes its backend
      // surer.
      return probe.isWrittenText ? Confidence(75) : .byName
    case "json":
      // The name alone says nothing: a layout has one of these keys.
      return ["\"pages\"", "\"stories\"", "\"profiles\""].contains(where: probe.hasText)
        ? Confidence(60) : .none
    case "yaml", "yml":
      return ["pages:", "stories:", "profiles:"].contains(where: probe.hasText)
        ? Confidence(60) : .none
    // Text without a name may be Markdown, which plain text is too.
    default: return probe.isUnnamedText ? .byName : .none
    }
  }
}

extension SourceProbe {
  fileprivate func hasText(_ text: String) -> Bool {
    let needle = Array(text.utf8)
    guard head.count >= needle.count else { return false }
    return (0...(head.count - needle.count)).contains {
      head[$0..<$0 + needle.count].elementsEqual(needle)
    }
  }
}
