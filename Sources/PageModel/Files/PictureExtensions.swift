/// The file name extensions of pictures, in lower case and without the dot, for backends that meet
/// pictures beside their own files. The image backend, which reads them, goes by the content.
package enum PictureExtensions {
  /// Pictures of pixels.
  package static let raster: Set = [
    "png", "jpg", "jpeg", "jpe", "jfif", "webp", "gif", "tif", "tiff", "avif", "heic", "heif",
    "hif", "jxl", "jp2", "jpx", "j2k", "jpf", "ppm", "pgm", "pbm", "pnm", "bmp",
  ]
}
