import RectoPageModel

extension PluginBackend {
  /// The problems of the library, each a sentence: it cannot be loaded, its table is malformed, or
  /// the table lacks an entry for a capability that the manifest declares.
  ///
  /// Loads the library, and so is for a process that has nothing to lose.
  public func complaints() -> [String] {
    do throws(PageError) {
      let table = try PluginLibrary(path: libraryPath, name: manifest.name).table
      var entries: [(capability: Capability, name: String, isThere: Bool)] = [
        (.text, "text", table.text != nil),
        (.links, "links", table.links != nil),
        (.media, "media", table.media != nil),
        (.annotations, "annotations", table.annotations != nil),
        (.annotations, "form_fields", table.form_fields != nil),
        (.images, "images", table.images != nil),
        (.thumbnails, "thumbnail", table.thumbnail != nil),
        (.outline, "outline", table.outline != nil),
        (.attachments, "attachments", table.attachments != nil),
        (.attachments, "attachment_data", table.attachment_data != nil),
        (.layers, "layers", table.layers != nil),
        (.fonts, "fonts", table.fonts != nil),
        (.locators, "locator", table.locator != nil),
        (.locators, "page_of_locator", table.page_of_locator != nil),
        (.pdf, "pdf", table.pdf != nil),
      ]
      // Media need not be inside of a source.
      if table.media_data != nil { entries.append((.media, "media_data", true)) }
      return entries.compactMap { entry in
        switch (manifest.capabilities.contains(entry.capability), entry.isThere) {
        case (true, false):
          "the manifest declares \(entry.capability.rawValue), and the table has no \(entry.name)"
        case (false, true):
          "the table has \(entry.name), and the manifest does not declare "
            + "\(entry.capability.rawValue)"
        default: nil
        }
      }
    } catch {
      return [error.message]
    }
  }
}
