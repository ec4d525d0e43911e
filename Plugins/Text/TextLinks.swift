import RectoPageModel
import RectoTypesetting

extension LayoutPage: LinksPage {
  func links() throws(PageError) -> [Link] {
    var links: [Link] = []
    for element in try elements() {
      switch element.content {
      case .text(let set, _, _, _): links += self.links(in: set)
      case .picture(let picture):
        guard let target = picture.link else { continue }
        links.append(link(picture.placement.box(within: plan.area), target))
      default: break
      }
    }
    return links
      + plan.content.links.map { link($0.placement.box(within: plan.area), $0.target) }
  }

  private func link(_ box: Rect, _ target: String) -> Link {
    Link(quads: [Quad(box)], target: self.target(target))
  }

  /// Runs of one target that follow one another are one link with an area for each line.
  private func links(in set: LaidOutFrame) -> [Link] {
    var found: [(url: String, boxes: [Rect])] = []
    var isOpen = false
    for line in set.lines {
      for (run, box) in line.runBoxes {
        guard let url = line.paragraph.text.runs[run.style].style.link else {
          isOpen = false
          continue
        }
        if isOpen, found.last?.url == url {
          let last = found[found.count - 1].boxes.count - 1
          if found[found.count - 1].boxes[last].minY == box.minY {
            found[found.count - 1].boxes[last] = found[found.count - 1].boxes[last].union(box)
          } else {
            found[found.count - 1].boxes.append(box)
          }
        } else {
          found.append((url, [box]))
        }
        isOpen = true
      }
    }
    return found.map { Link(quads: $0.boxes.map(Quad.init), target: target($0.url)) }
  }

  private func target(_ url: String) -> RectoPageModel.LinkTarget {
    guard url.hasPrefix("#") else { return .url(url) }
    guard let place = publication.composition.target(of: String(url.dropFirst())) else {
      return .broken(url)
    }
    return .page(place.page, place.point)
  }
}
