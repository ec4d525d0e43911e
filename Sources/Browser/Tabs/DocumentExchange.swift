import RectoJSON
import RectoPageModel
import RectoPluginKit

/// Puts a document in the place of the one that a tab shows, where that looks the same as if it were
/// loaded. It takes a third of the time, which is most of what a short document costs.
///
/// The exchange waits for style sheets, pictures and fonts. A document with anything else is
/// loaded, since only the end of loading tells when that is there.
struct DocumentExchange {
  private let tab: Tab

  /// Bytes of a document that is exchanged: a longer one takes more time to be laid out.
  private static let longest = 64 << 10

  init(_ tab: Tab) { self.tab = tab }

  /// The result is false where the document must be loaded: it is not well-formed XHTML, it asks for
  /// more than is waited for, or one of the two may leave traces in the other.
  ///
  /// Throws `limit` when the deadline passes.
  func show(
    _ path: String, from served: ServedFiles, until deadline: Deadline
  ) throws(PageError) -> Bool {
    guard served.mediaType(ofPath: path) == "application/xhtml+xml",
      let file = try? RelativePath(path),
      let bytes = try? served.read(file, limit: Self.longest),
      let text = bytes.withBytes({ Self.text($0) })
    else { return false }
    tab.interceptor?.served = served
    var json = JSONWriter(isExact: true)
    json.array([IssueAddress.url(ofPath: path), text]) { $0.value($1) }
    let parameters = String(decoding: json.bytes, as: UTF8.self)
    let answer = try tab.evaluate("(\(Self.script))(...\(parameters))", until: deadline)
    return try DevToolsConnection.read { () throws(JSONError) in try answer.bool() }
  }

  /// Nil for text that is not UTF-8, or says that it is not (XML 1.0, 4.3.3).
  private static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let declaration = text.hasPrefix("<?xml") ? text.prefix { $0 != ">" }.lowercased() : ""
    return declaration.contains("encoding") && !declaration.contains("utf-8") ? nil : text
  }

  private static let script = #"""
    async (address, text) => {
      const isPlain = document => document.contentType === "application/xhtml+xml"
        && document.documentElement.namespaceURI === "http://www.w3.org/1999/xhtml"
        && Array.from(document.childNodes).every(node => node.nodeType !== Node.PROCESSING_INSTRUCTION_NODE)
        && !document.querySelector(`parsererror, meta[http-equiv]:not([http-equiv='content-type' i]),
          link[title], style[title]`);
      const others = `base, input[type=image i], iframe, frame, object, embed, audio, video, image, use,
        feImage, img[loading=lazy i], [background], link:not([rel=stylesheet i][href]),
        link[disabled], link[href=''], link[type]:not([type='text/css' i])`;
      // Pictures by CSS, in all its spellings; "url(#a)" is of the document itself.
      const picture = /url\((?!['"]?#)|image-set|src\(|@import|\\/i;
      const hasPicture = element =>
        Array.from(element.attributes).some(({name, value}) => name === "style" ? picture.test(value)
          : element.namespaceURI === "http://www.w3.org/2000/svg" && /url\((?!['"]?#)|\\/i.test(value))
        || element.localName === "style" && picture.test(element.textContent);
      const next = new DOMParser().parseFromString(text, "application/xhtml+xml");
      if (!isPlain(document) || !isPlain(next) || next.querySelector(others)
        || Array.from(next.querySelectorAll("*")).some(hasPicture))
        return false;

      history.replaceState(null, "", address);
      if (location.href !== address) return false;
      document.replaceChild(document.adoptNode(next.documentElement), document.documentElement);
      const arrival = element => new Promise(resolve => {
        for (const name of ["load", "error"]) element.addEventListener(name, resolve, {once: true});
      });
      const sheets = Array.from(document.querySelectorAll("link"))
        .filter(link => link instanceof HTMLLinkElement);
      await Promise.all(sheets.filter(link => !link.sheet).map(arrival));

      // True by address if a style sheet may have pictures, such as one that cannot be read.
      const pictured = globalThis.pictured ??= new Map();
      const havePictures = rules => Array.from(rules).some(rule => {
        if (rule instanceof CSSImportRule) return rule.styleSheet && havePictures(rule.styleSheet.cssRules);
        return !(rule instanceof CSSFontFaceRule || rule instanceof CSSNamespaceRule)
          && /url\(|image-set/i.test(rule.cssText);
      });
      const hasPictures = sheet => {
        try { return sheet !== null && havePictures(sheet.cssRules); } catch { return true; }
      };
      for (const {href, sheet} of sheets) {
        if (!pictured.has(href)) pictured.set(href, hasPictures(sheet));
        if (pictured.get(href)) return false;
      }
      await Promise.all(Array.from(document.images).filter(image => !image.complete).map(arrival));
      document.documentElement.getBoundingClientRect();
      await document.fonts.ready;
      return true;
    }
    """#
}
