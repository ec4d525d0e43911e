import CRectoCairo
import RectoPageModel
import RectoRaster

/// Draws the content of a frame: colored areas, pictures, and lines with their decorations.
public struct FramePainter {
  private let context: OpaquePointer
  private let lines: LinePainter

  /// `context` is a `cairo_t *` whose user space is page points, y down.
  public init(_ context: OpaquePointer, atlas: GlyphAtlas) {
    self.context = context
    lines = LinePainter(context, atlas: atlas)
  }

  /// Draws a frame; `drawNamed` is called for its pictures and attachments.
  public func draw(
    _ frame: LaidOutFrame, drawNamed: (_ name: String, _ box: Rect) throws(PageError) -> Void
  ) throws(PageError) {
    for box in frame.boxes {
      switch box.content {
      case .fill(let color): fill(box.box, color)
      case .picture(let name): try drawNamed(name, box.box)
      }
    }
    for line in frame.lines {
      drawUnder(line)
      lines.draw(
        line.line, of: line.paragraph.text, at: line.origin, isVertical: line.isVertical)
      drawOver(line)
      for (attachment, box) in line.attachments {
        if case .named(let name) = attachment.content { try drawNamed(name, box) }
      }
    }
  }

  private func drawUnder(_ line: LaidOutFrame.PlacedLine) {
    for run in line.line.runs {
      let style = line.paragraph.text.runs[run.style].style
      if let color = style.backgroundColor { fill(line.box(of: run), color) }
    }
  }

  private func drawOver(_ line: LaidOutFrame.PlacedLine) {
    for run in line.line.runs {
      let style = line.paragraph.text.runs[run.style].style
      if style.underline { fill(line.box(of: run, run.font.underline), style.color) }
      if style.lineThrough { fill(line.box(of: run, run.font.strikeout), style.color) }
    }
  }

  private func fill(_ box: Rect, _ color: Color) {
    cairo_set_source_rgba(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      Double(color.alpha) / 255)
    cairo_rectangle(context, box.x, box.y, box.width, box.height)
    cairo_fill(context)
  }
}
