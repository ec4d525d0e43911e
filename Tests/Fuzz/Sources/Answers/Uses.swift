import FuzzSupport
import RectoPageModel
import RectoPipeline

/// Computes the pixels of a page in every turn, by a scale and by a size to fit.
func useFacts(of page: any Page) {
  let size = Size(width: page.boxes.crop.width, height: page.boxes.crop.height)
  for rotation in Rotation.allCases {
    for scale in [.pixelsPerPoint(2), .fit(PixelSize(width: 300, height: 200))]
      as [RenderRequest.Scale]
    {
      let request = RenderRequest(scale: scale, region: page.boxes.trim, rotation: rotation)
      let grid = try? PixelGrid(page: size, rotation: page.rotation, request: request)
      demand(grid.map { $0.size.width > 0 && $0.size.height > 0 } ?? true, "there are no pixels")
    }
  }
}

/// Writes a page's text in every format and looks for something in it.
func useText(_ text: PageText, of page: any Page) throws(PageError) {
  let document = PageTextDocument(
    index: page.index, label: page.label, size: page.boxes.crop.size, text: text)
  _ = ALTO.page(document)
  _ = HOCR.page(document)
  for (query, isRegex) in [("Quay", false), ("a", false), ("[a-z]+ ?.", true)] {
    var options = TextSearch.Options()
    options.isRegex = isRegex
    for hit in try TextSearch(query, options: options).hits(in: text, page: page.index) {
      demand(!hit.quads.isEmpty, "a hit is nowhere")
    }
  }
}
