import RectoPageModel
import RectoPipeline
import RectoRaster

/// The first page as a WebP file, from the cache if it is there.
func cover(of issue: OpenPublication) async throws(PageError) -> [UInt8] {
  let request = RenderRequest(scale: .fit(PixelSize(width: 600, height: 800)))
  return try await issue.image(
    of: .page(0), request, EncodeOptions(format: .webp, quality: 80))
}
