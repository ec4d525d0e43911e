import RectoPageModel

/// Common formats that no backend of this build reads, with what to do instead.
struct ForeignFormats {
  private struct Format {
    let signature: [UInt8]
    /// The offset of the signature in the file.
    var offset = 0
    /// The name of the format, and what helps.
    let sentence: String
  }

  private static let formats = [
    // Reached only in builds without these backends.
    Format(
      signature: Array("%PDF-".utf8),
      sentence: "it is a PDF, and this recto was built without its PDF plugin (Plugins/PDF): "
        + "build it with the trait PDF, which is on by default"),
    Format(
      signature: Array("mimetypeapplication/epub+zip".utf8), offset: 30,
      sentence: "it is an EPUB, and this recto was built without its EPUB plugin (Plugins/EPUB): "
        + "build it with the trait EPUB, which is on by default"),
    Format(
      signature: Array("AT&TFORM".utf8),
      sentence: "it is DjVu, which a plugin reads: README.md of Recto's source says how it is "
        + "installed (samples/plugins/djvu)"),
    Format(
      signature: Array("%!PS".utf8),
      sentence: "it is PostScript, which Recto does not read: make a PDF of it, as ps2pdf does "
        + "(Debian package ghostscript)"),
    Format(
      signature: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
      sentence: "it is a document of an older Office program, which Recto does not read: save it "
        + "as PDF"),
    Format(
      signature: Array("mimetypeapplication/vnd.oasis.opendocument".utf8), offset: 30,
      sentence: "it is an OpenDocument file, which Recto does not read: make a PDF of it, as "
        + "LibreOffice does (soffice --convert-to pdf; Debian package libreoffice)"),
    Format(
      signature: Array("{\\rtf".utf8),
      sentence: "it is a text in RTF, which Recto does not read: save it as PDF or EPUB"),
  ]

  /// The sentence for a file of one of these formats; nil for any other.
  static func sentence(_ probe: SourceProbe) -> String? {
    formats.first { probe.begins(with: $0.signature, at: $0.offset) }?.sentence
  }
}
