import RectoMarkup
import RectoPageModel

extension FileBytes {
  /// The byte at an offset; nil past the end.
  func byte(at offset: Int) -> UInt8? {
    withBytes { $0.indices.contains(offset) ? $0[offset] : nil }
  }

  /// The format by signature; nil if it is unknown.
  var format: PictureFormat? {
    withBytes { PictureFormat(signature: Array($0.prefix(XMLProlog.length))) }
  }
}
