import CRectoPopplerPage
import Glibc
import RectoPageModel

extension PDFPage: ImagesPage {
  /// The visible parts of the page's pictures, inside of their clips. Calls `recto_page_images`,
  /// which interprets the page without drawing it.
  func images() throws(PageError) -> [PlacedImage] {
    var count = 0
    guard let images = recto_page_images(page, &count) else { return [] }
    defer { free(images) }
    return UnsafeBufferPointer(start: images, count: count).map(placed)
  }

  private func placed(_ image: recto_image) -> PlacedImage {
    var placed = PlacedImage(
      box: geometry.shownToPage.apply(Rect(image.box)),
      pixelSize: PixelSize(width: Int(image.width), height: Int(image.height)))
    placed.placedSize = Size(
      width: image.placed_width * geometry.unit, height: image.placed_height * geometry.unit)
    placed.color = PictureColor(image)
    placed.isStencil = image.colors == RECTO_COLORS_NONE
    placed.hasSoftMask = image.soft_mask
    placed.byteCount = image.bytes < 0 ? nil : Int(image.bytes)
    if publication.structure.isTagged {
      placed.alternative =
        image.artifact
        ? .decorative
        : AlternativeText(publication.structure.alternative(ofContent: image.mcid, on: index))
    }
    return placed
  }
}

extension PictureColor {
  /// Nil for a stencil.
  fileprivate init?(_ image: recto_image) {
    guard let space = Space(image.colors), let model = Model(image) else { return nil }
    self.init(space: space, model: model, bits: Int(max(1, min(16, image.bits))))
  }
}

extension PictureColor.Space {
  fileprivate init?(_ colors: recto_colors) {
    switch colors {
    case RECTO_COLORS_GRAY: self = .gray
    case RECTO_COLORS_RGB: self = .rgb
    case RECTO_COLORS_CMYK: self = .cmyk
    case RECTO_COLORS_LAB: self = .lab
    case RECTO_COLORS_ICC: self = .icc
    case RECTO_COLORS_INDEXED: self = .indexed
    case RECTO_COLORS_SEPARATION: self = .separation
    case RECTO_COLORS_DEVICE_N: self = .deviceN
    case RECTO_COLORS_PATTERN: self = .pattern
    default: return nil
    }
  }
}

extension PictureColor.Model {
  fileprivate init?(_ image: recto_image) {
    switch image.base {
    case RECTO_COLORS_GRAY: self = .gray
    case RECTO_COLORS_RGB: self = .rgb
    case RECTO_COLORS_CMYK: self = .cmyk
    case RECTO_COLORS_LAB: self = .lab
    // The data of a profile are gray, RGB or CMYK by their components (ISO 32000-2, 8.6.5.5).
    case RECTO_COLORS_ICC:
      self = image.components == 1 ? .gray : image.components == 4 ? .cmyk : .rgb
    case RECTO_COLORS_SEPARATION, RECTO_COLORS_DEVICE_N: self = .spot
    default: return nil
    }
  }
}
