import CRectoPoppler
import CRectoPopplerPage
import Glibc
import RectoPageModel

extension PDFPublication {
  var info: PublicationInfo {
    var metadata = Metadata()
    metadata.title = takeString(poppler_document_get_title(document))
    metadata.author = takeString(poppler_document_get_author(document))
    metadata.subject = takeString(poppler_document_get_subject(document))
    metadata.keywords = takeString(poppler_document_get_keywords(document))
    metadata.creator = takeString(poppler_document_get_creator(document))
    metadata.producer = takeString(poppler_document_get_producer(document))
    metadata.created = timestamp(poppler_document_get_creation_date(document))
    metadata.modified = timestamp(poppler_document_get_modification_date(document))
    if let language = recto_document_language(document) {
      metadata.language = languageTag(borrowString(language))
      free(language)
    }
    let version = takeString(poppler_document_get_pdf_version_string(document)) ?? "PDF"
    return PublicationInfo(
      format: version.split(separator: "-").joined(separator: " "), metadata: metadata,
      direction: recto_document_is_right_to_left(document) ? .rightToLeft : .leftToRight,
      hasCoverAlone: hasCoverAlone, capabilities: PDFBackend().info.capabilities,
      encryption: encryption, warnings: diagnostics.warnings)
  }

  /// The encryption, with the permissions that the given password grants. Calls
  /// `poppler_document_get_permissions`.
  private var encryption: Encryption? {
    var bits: Int32 = 0
    guard let name = recto_document_cipher(document, &bits) else { return nil }
    let granted = poppler_document_get_permissions(document).rawValue
    return Encryption(
      method: "\(borrowString(name) ?? "unknown")-\(bits)",
      permissions: Self.permissions.filter { granted & $0.flag.rawValue != 0 }.map(\.permission))
  }

  private static let permissions: [(permission: Encryption.Permission, flag: PopplerPermissions)] =
    [
      (.print, POPPLER_PERMISSIONS_OK_TO_PRINT),
      (.printInHighResolution, POPPLER_PERMISSIONS_OK_TO_PRINT_HIGH_RESOLUTION),
      (.modify, POPPLER_PERMISSIONS_OK_TO_MODIFY), (.copy, POPPLER_PERMISSIONS_OK_TO_COPY),
      (.annotate, POPPLER_PERMISSIONS_OK_TO_ADD_NOTES),
      (.fillForms, POPPLER_PERMISSIONS_OK_TO_FILL_FORM),
      (.extractForAccessibility, POPPLER_PERMISSIONS_OK_TO_EXTRACT_CONTENTS),
      (.assemble, POPPLER_PERMISSIONS_OK_TO_ASSEMBLE),
    ]

  /// False for the page layouts that place the first page beside the second.
  private var hasCoverAlone: Bool {
    switch poppler_document_get_page_layout(document) {
    case POPPLER_PAGE_LAYOUT_TWO_PAGE_LEFT, POPPLER_PAGE_LAYOUT_TWO_COLUMN_LEFT: false
    default: true
    }
  }
}
