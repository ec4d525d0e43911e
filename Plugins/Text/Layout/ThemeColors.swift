import Glibc
import RectoPageModel

/// The colors of a theme whose text is lighter than its paper, and what becomes of a layout's colors
/// under it: text keeps a contrast of 4.5 : 1 (WCAG 2.2, 1.4.3) to every background. Pictures stay
/// as they are.
struct ThemeColors {
  private static let readable = 4.5
  private let paper: Color
  private let text: Color
  /// The part of the contrast between text and paper that backgrounds may use up, and that colors of
  /// text may.
  private let share: Double

  /// Nil for a theme of dark text.
  init?(paper: Color, text: Color) {
    guard text.luminance > paper.luminance else { return nil }
    self.paper = paper
    self.text = text
    share = max(1, (text.contrast(to: paper) / Self.readable).squareRoot())
  }

  /// The color of an area: its own where it is as dark as the theme allows, else a shade of paper.
  func background(_ color: Color) -> Color {
    let wanted = text.contrast(to: paper) / share
    return nearest(to: color, toward: paper) {
      $0.luminance < text.luminance && $0.contrast(to: text) >= wanted
    }
  }

  /// The color of text: its own where it is as light as the theme needs, else a tint of the theme's.
  func letters(_ color: Color) -> Color {
    let wanted = min(Self.readable * share, text.contrast(to: paper))
    return nearest(to: color, toward: text) {
      $0.luminance > paper.luminance && $0.contrast(to: paper) >= wanted
    }
  }

  private func nearest(
    to color: Color, toward end: Color, where isReadable: (Color) -> Bool
  ) -> Color {
    for tenths in 0..<10 {
      let mixed = tenths == 0 ? color : color.mixed(with: end, share: Double(tenths) / 10)
      guard isReadable(mixed) else { continue }
      return Color(red: mixed.red, green: mixed.green, blue: mixed.blue, alpha: color.alpha)
    }
    return Color(red: end.red, green: end.green, blue: end.blue, alpha: color.alpha)
  }
}

extension Layout {
  /// With backgrounds and text in colors that a theme can be read in.
  func adapted(to theme: ThemeColors) -> Layout {
    var layout = self
    let palette = styles.palette
    func background(_ color: inout LayoutColor) {
      color = .value(theme.background(color.resolved(in: palette)))
    }
    func background(_ color: inout LayoutColor?) {
      color = color.map { .value(theme.background($0.resolved(in: palette))) }
    }
    func adapt(_ content: inout PageContent) {
      background(&content.background)
      for index in content.fills.indices { background(&content.fills[index].color) }
      for index in content.frames.indices { background(&content.frames[index].style.background) }
      for index in content.texts.indices { background(&content.texts[index].style.background) }
    }
    for profile in layout.profiles.indices {
      for index in layout.profiles[profile].pages.indices {
        adapt(&layout.profiles[profile].pages[index].content)
      }
      for name in layout.profiles[profile].masters.keys {
        if var master = layout.profiles[profile].masters[name] {
          adapt(&master.content)
          layout.profiles[profile].masters[name] = master
        }
      }
    }
    layout.styles.changeColors { property, color in
      let color = color.resolved(in: palette)
      return switch property {
      case .color: .value(theme.letters(color))
      case .backgroundColor, .stripeColor: .value(theme.background(color))
      default: .value(color)
      }
    }
    return layout
  }
}

extension Color {
  /// The relative luminance of WCAG 2.2, from 0 to 1; the alpha does not count.
  fileprivate var luminance: Double {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// From 1 to 21 (WCAG 2.2).
  func contrast(to other: Color) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }
}
