import CRectoPoppler
import RectoPageModel

extension PDFPage {
  /// Calls `poppler_page_get_form_field_mapping`, whose areas do not take the page's rotation into
  /// account.
  func formFields() throws(PageError) -> [FormField] {
    let list = poppler_page_get_form_field_mapping(page)
    defer { poppler_page_free_form_field_mapping(list) }
    return elements(list, of: PopplerFormFieldMapping.self).reversed().compactMap { element in
      let mapping = element.pointee
      guard let field = mapping.field else { return nil }
      let kind = kind(of: field)
      return FormField(
        kind: kind,
        name: takeString(poppler_form_field_get_name(field))
          ?? takeString(poppler_form_field_get_partial_name(field)) ?? "",
        box: geometry.cropUpToPage.apply(Rect(mapping.area)), value: value(of: field, kind),
        isReadOnly: poppler_form_field_is_read_only(field) != 0)
    }
  }

  private func kind(of field: OpaquePointer) -> FormField.Kind {
    switch poppler_form_field_get_field_type(field) {
    case POPPLER_FORM_FIELD_TEXT: return .text
    case POPPLER_FORM_FIELD_CHOICE: return .choice
    case POPPLER_FORM_FIELD_SIGNATURE: return .signature
    case POPPLER_FORM_FIELD_BUTTON:
      switch poppler_form_field_button_get_button_type(field) {
      case POPPLER_FORM_BUTTON_CHECK: return .checkbox
      case POPPLER_FORM_BUTTON_RADIO: return .radio
      default: return .button
      }
    default: return .unknown
    }
  }

  private func value(of field: OpaquePointer, _ kind: FormField.Kind) -> String? {
    switch kind {
    case .text:
      return takeString(poppler_form_field_text_get_text(field))
    case .checkbox, .radio:
      return poppler_form_field_button_get_state(field) != 0 ? "on" : "off"
    case .choice:
      let count = poppler_form_field_choice_get_n_items(field)
      let chosen = (0..<max(0, count)).filter {
        poppler_form_field_choice_is_item_selected(field, $0) != 0
      }
      let items = chosen.compactMap { takeString(poppler_form_field_choice_get_item(field, $0)) }
      return items.isEmpty
        ? takeString(poppler_form_field_choice_get_text(field)) : items.joined(separator: ", ")
    case .button, .signature, .unknown:
      return nil
    }
  }
}
