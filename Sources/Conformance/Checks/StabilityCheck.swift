import RectoPageModel

/// Checks that a page's properties do not depend on the number of calls or on earlier rendering.
struct StabilityCheck: PageCheck {
  let name = "stability"

  func complaints(
    about page: any Page, in publication: any Publication
  ) throws(PageError) -> [String] {
    let first = try Answers(page)
    let again = try Answers(page)
    _ = try page.picture(
      RenderRequest(scale: .pixelsPerPoint(page.moderate(2)), rotation: .quarter))
    let afterRender = try Answers(page)
    let afresh = try Answers(try publication.page(at: page.index))
    return [
      (again, "it answers differently when it is asked again"),
      (afterRender, "it answers otherwise after it was rendered"),
      (afresh, "it answers differently when it is fetched again"),
    ].filter { $0.0 != first }.map { "\($0.1): \(first.difference($0.0))" }
  }

  private struct Answers: Equatable {
    var text: PageText?
    var links: [Link]?
    var images: [PlacedImage]?
    var annotations: [Annotation]?
    var formFields: [FormField]?
    var media: [MediaItem]?

    init(_ page: any Page) throws(PageError) {
      text = try (page as? any TextPage)?.text()
      links = try (page as? any LinksPage)?.links()
      images = try (page as? any ImagesPage)?.images()
      annotations = try (page as? any AnnotatedPage)?.annotations()
      formFields = try (page as? any AnnotatedPage)?.formFields()
      media = try (page as? any MediaPage)?.media()
    }

    func difference(_ other: Answers) -> String {
      if text != other.text { return "its text differs" }
      if links != other.links { return "its links differ" }
      if images != other.images { return "its images differ" }
      if media != other.media { return "its media differ" }
      return "its annotations or form fields differ"
    }
  }
}
