import CRectoPoppler
import RectoPageModel

extension PDFPublication: LayersPublication {
  /// Calls `poppler_layers_iter_new` and the other functions of `PopplerLayersIter`.
  func layers() throws(PageError) -> [Layer] {
    walkLayers { id, title, layer, children in
      Layer(
        id: id, title: title,
        isVisible: layer.map { poppler_layer_is_visible($0) != 0 } ?? true, children: children)
    }
  }

  /// Shows and hides layers by id, and returns a function that restores all layers: showing one may
  /// hide others (ISO 32000-2, 8.11.4.3, `RBGroups`). Calls `poppler_layer_show` and `poppler_layer_hide`.
  func showLayers(_ wanted: [String: Bool]) -> () -> Void {
    guard !wanted.isEmpty else { return {} }
    var before: [Bool] = []
    _ = walkLayers { _, _, layer, _ in
      if let layer { before.append(poppler_layer_is_visible(layer) != 0) }
    }
    _ = walkLayers { id, _, layer, _ in
      if let layer, let isOn = wanted[id] { Self.show(layer, isOn) }
    }
    return {
      // Hiding a layer does not hide others.
      for isOn in [false, true] {
        var states = before[...]
        _ = self.walkLayers { _, _, layer, _ in
          guard let layer, states.popFirst() == isOn else { return }
          if (poppler_layer_is_visible(layer) != 0) != isOn { Self.show(layer, isOn) }
        }
      }
    }
  }

  private static func show(_ layer: OpaquePointer, _ isOn: Bool) {
    if isOn { poppler_layer_show(layer) } else { poppler_layer_hide(layer) }
  }

  /// Visits each entry after its children; `layer` is nil for a heading.
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
