import CRectoPoppler
import RectoPageModel

extension PDFPublication: LayersPublication {
  /// Calls `poppler_layers_iter_new` and its kin.
  func layers() throws(PageError) -> [Layer] {
    walkLayers { id, title, layer, children in
      Layer(
        id: id, title: title,
        isVisible: layer.map { poppler_layer_is_visible($0) != 0 } ?? true, children: children)
    }
  }

  /// Shows and hides layers by id and gives what puts them back.
  func showLayers(_ wanted: [String: Bool]) -> () -> Void {
    guard !wanted.isEmpty else { return {} }
    let before = switchLayers(wanted)
    return { _ = self.switchLayers(before) }
  }

  /// Switches the named layers and gives the state they had.
  private func switchLayers(_ wanted: [String: Bool]) -> [String: Bool] {
    var before: [String: Bool] = [:]
    _ = walkLayers { id, _, layer, _ in
      guard let layer, let isOn = wanted[id] else { return }
      before[id] = poppler_layer_is_visible(layer) != 0
      if isOn { poppler_layer_show(layer) } else { poppler_layer_hide(layer) }
    }
    return before
  }

  /// Visits each entry after its children; `layer` is nil for a mere heading.
  private func walkLayers<Item>(
    _ visit: (_ id: String, _ title: String, _ layer: OpaquePointer?, _ children: [Item]) -> Item
  ) -> [Item] {
    walkLayers(poppler_layers_iter_new(document), below: "", depth: 0, visit)
  }

  private func walkLayers<Item>(
    _ iterator: OpaquePointer?, below parent: String, depth: Int,
    _ visit: (String, String, OpaquePointer?, [Item]) -> Item
  ) -> [Item] {
    guard let iterator else { return [] }
    defer { poppler_layers_iter_free(iterator) }
    guard depth < 32 else { return [] }
    var items: [Item] = []
    repeat {
      let layer = poppler_layers_iter_get_layer(iterator)
      defer { if let layer { g_object_unref(UnsafeMutableRawPointer(layer)) } }
      // The iterator has titles only for headings that are not layers.
      let title =
        layer.flatMap { borrowString(poppler_layer_get_title($0)) }
        ?? takeString(poppler_layers_iter_get_title(iterator)) ?? ""
      let id = parent + title
      let children = walkLayers(
        poppler_layers_iter_get_child(iterator), below: id + "/", depth: depth + 1, visit)
      items.append(visit(id, title, layer, children))
    } while poppler_layers_iter_next(iterator) != 0
    return items
  }
}
