import CPoppler
import CPopplerPage
import Glibc
import PageModel

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
      metadata.language = borrowString(language)
      free(language)
    }
    let version = takeString(poppler_document_get_pdf_version_string(document)) ?? "PDF"
    return PublicationInfo(
      format: version.split(separator: "-").joined(separator: " "), metadata: metadata,
      direction: recto_document_is_right_to_left(document) ? .rightToLeft : .leftToRight,
      hasCoverAlone: hasCoverAlone, capabilities: PDFBackend().info.capabilities,
      warnings: complaints.warnings)
  }

  /// Only the layouts that begin with a pair put the first page beside the second.
  private var hasCoverAlone: Bool {
    switch poppler_document_get_page_layout(document) {
    case POPPLER_PAGE_LAYOUT_TWO_PAGE_LEFT, POPPLER_PAGE_LAYOUT_TWO_COLUMN_LEFT: false
    default: true
    }
  }
}
