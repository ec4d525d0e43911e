import RectoPageModel

extension StoryContext {
  struct FoundPicture {
    var picture: ReadStory.StoryPicture
    var size: Size
  }

  /// The picture at a relative address; nil after a warning.
  func picture(_ url: String, alt: String, line: Int) -> FoundPicture? {
    let url = values?.address(url) ?? url
    do throws(InvalidPath) {
      let file = try RelativePath(url.percentDecoded, from: folder)
      if let size = pictureSize(file), size.width > 0, size.height > 0 {
        let picture = ReadStory.StoryPicture(file: file, alt: values?.text(alt) ?? alt)
        return FoundPicture(picture: picture, size: size)
      }
      report(
        .missingFile, line: line,
        "the picture \(quoted(file.text)) is missing or unreadable")
    } catch {
      report(.missingFile, line: line, "a picture \(error.sentence), not \(quoted(url))")
    }
    return nil
  }

  func hasStyle(_ name: String) -> Bool { styles[name] != nil }

  /// True if there is a style of that name; reports a missing one.
  func knowsStyle(_ name: String, line: Int) -> Bool {
    if hasStyle(name) { return true }
    report(.unknownName, line: line, styles.sheet.sentence(ofMissing: name))
    return false
  }
}
