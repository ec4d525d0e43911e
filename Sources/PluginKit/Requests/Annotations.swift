import CRectoPlugin
import RectoPageModel

extension RequestDeclaration {
  static let annotations = RequestDeclaration.ofPage(
    "the annotations", .annotations,
    answer: { page throws(PageError) in
      exactJSON(try (page as? any AnnotatedPage)?.annotations() ?? [])
    },
    call: { $0.ask($0.table.annotations, of: $1) },
    export: { table in
      table.annotations = {
        answerExported(PublicationRequest(.annotations, index: Int($2)), $1, $3)
      }
    })

  static let formFields = RequestDeclaration.ofPage(
    "the form fields", .annotations,
    answer: { page throws(PageError) in
      exactJSON(try (page as? any AnnotatedPage)?.formFields() ?? [])
    },
    call: { $0.ask($0.table.form_fields, of: $1) },
    export: { table in
      table.form_fields = {
        answerExported(PublicationRequest(.formFields, index: Int($2)), $1, $3)
      }
    })
}

extension ChannelPage: AnnotatedPage {
  public func annotations() throws(PageError) -> [Annotation] {
    try publication.list(.annotations, index: index, if: .annotations)
  }

  public func formFields() throws(PageError) -> [FormField] {
    try publication.list(.formFields, index: index, if: .annotations)
  }
}
