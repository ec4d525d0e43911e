import RectoPageModel
import RectoTypesetting

extension LayoutPage: ImagesPage {
  /// The pictures of the page and those in its text.
  func images() throws(PageError) -> [PlacedImage] {
    let composition = publication.composition
    return try elements().flatMap { element -> [PlacedImage] in
      switch element.content {
      case .picture(let picture):
        let box = picture.placement.box(within: plan.area)
        guard let size = composition.pictures.size(of: picture.file) else {
          return [placed(picture.file, in: box, whole: nil, picture.alt)]
        }
        let placing = PicturePlacing(picture, size: size, box: box)
        return [
          placed(
            picture.file, in: placing.area.intersection(box) ?? box, whole: placing.area.size,
            picture.alt)
        ]
      case .text(let set, _, _, _):
        return set.pictures.compactMap { name, box in
          guard let picture = composition.picture(named: name) else { return nil }
          return placed(picture.file, in: box, whole: nil, picture.alt)
        }
      default: return []
      }
    }
  }

  private func placed(
    _ file: RelativePath, in box: Rect, whole: Size?, _ alt: String?
  ) -> PlacedImage {
    let library = publication.composition.pictures
    let own = library.photograph(file)
    var image = PlacedImage(box: box, pixelSize: own?.pixelSize)
    image.placedSize = whole == box.size ? nil : whole
    image.color = own?.color
    image.byteCount = own?.byteCount
    image.alternative = AlternativeText(alt)
    image.isMissing = library.size(of: file) == nil
    return image
  }
}

extension LaidOutFrame {
  /// The pictures between its paragraphs and then those in its lines.
  fileprivate var pictures: [(name: String, box: Rect)] {
    boxes.compactMap { box in
      if case .picture(let name) = box.content { (name, box.box) } else { nil }
    }
      + lines.flatMap(\.attachments).compactMap { attachment, box in
        if case .named(let name) = attachment.content { (name, box) } else { nil }
      }
  }
}
