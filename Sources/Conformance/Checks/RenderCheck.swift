import RectoPageModel

/// Rendering draws on the bitmap it is given, the same each time, and over the background.
struct RenderCheck: PageCheck {
  let name = "render"

  func complaints(
    about page: any Page, in publication: any Publication
  ) throws(PageError) -> [String] {
    var complaints: [String] = []
    var request = RenderRequest(scale: .pixelsPerPoint(page.moderate(1)))
    let first = try page.picture(request).picture
    if !first.isSame(as: try page.picture(request).picture) {
      complaints.append("the same request gives different pixels the second time")
    }
    request.background = .transparent
    let clear = try page.picture(request).picture
    let overbright = clear.pixels.contains { pixel in
      let alpha = pixel >> 24
      return pixel & 0xFF > alpha || pixel >> 8 & 0xFF > alpha || pixel >> 16 & 0xFF > alpha
    }
    if overbright { complaints.append("with alpha, a color is brighter than its alpha allows") }
    return complaints
  }
}
