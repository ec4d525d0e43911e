/// A layout that has every kind of object and every key of each in it.
let exampleLayout = """
  {
    "$schema": "layout.schema.json",
    "metadata": {
      "title": "Quay", "author": "M. Hale", "subject": "Harbors", "keywords": "tides, ships",
      "language": "en-GB", "date": "2026-11-21", "direction": "ltr", "cover-alone": true
    },
    "colors": {"ink": "#14202b", "sea": "#1d4e89"},
    "styles": {
      "body": {"font-family": "EB Garamond, serif", "font-size": "10pt", "color": "ink"},
      "lead": {
        "extends": "paragraph", "font-family": ["Lato"], "font-weight": "bold",
        "font-style": "italic", "font-stretch": "90%", "font-feature-settings": {"onum": 1},
        "font-variation-settings": {"wght": 450}, "font-variant-caps": "small-caps",
        "letter-spacing": "0.02em", "word-spacing": -0.5, "baseline-shift": "1pt",
        "vertical-align": "baseline", "text-transform": "none", "text-decoration": "none",
        "background-color": "#eee", "language": "en", "text-align": "start",
        "text-align-last": "start", "text-indent": "-1em", "margin-top": 6, "margin-bottom": "1em",
        "margin-inline-start": "1em", "margin-inline-end": 0, "line-height": 1.4,
        "line-snap": "baseline", "direction": "auto", "hyphens": "auto", "text-wrap": "balance",
        "hanging-punctuation": "allow-end", "letter-spacing-limit": "0.02em", "orphans": 2,
        "widows": 3, "break-before": "column", "break-after": "avoid", "break-inside": "auto",
        "initial-letter": [3, 1], "padding": 2, "border-width": 0.4, "border-color": "sea",
        "stripe-color": "#f4f4f4",
        "tab-stops": [{"position": "3cm", "align": "decimal", "leader": "."}]
      }
    },
    "stories": {
      "opening": "story.md", "rest": {"file": "second.md"}, "colophon": {"text": "Set in *Lato*."}
    },
    "threads": {"main": ["opening", "rest"], "end": "colophon"},
    "themes": {
      "night": {
        "background": "#101418", "colors": {"ink": "#d8d4cc"},
        "styles": {"link": {"text-decoration": "underline"}}
      }
    },
    "size": {"width": "420pt", "height": "595pt"},
    "margins": {"top": "10%", "bottom": 60, "inside": 40, "outside": 50},
    "bleed": "3mm",
    "baseline-grid": 14,
    "background": "white",
    "masters": {
      "plain": {
        "size": "A5", "margins": {"top": 40, "bottom": 40, "left": 40, "right": 40},
        "background": "#fffdf8",
        "texts": [
          {
            "x": 40, "y": 560, "width": 340, "height": 14, "text": "{page} · {title}",
            "style": "folio", "vertical-align": "bottom", "writing-mode": "horizontal-tb",
            "padding": {"top": 1, "right": 2, "bottom": 3, "left": 4}, "background": "white",
            "border": {"width": 0.5, "color": "sea"}, "z-index": 2
          }
        ]
      },
      "body": {"extends": "plain", "frames": [{"thread": "main"}]}
    },
    "pages": [
      {
        "label": "Cover", "section": "Harbors",
        "frames": [
          {
            "name": "left", "next": "right", "thread": "main", "x": 40, "y": 60, "width": 340,
            "height": "40%", "columns": 3, "column-gap": 12, "column-fill": "balance",
            "baseline-grid": 13, "vertical-align": "justify", "overflow": "warn", "order": 1
          },
          {"name": "right", "thread": "main", "x": 40, "y": 320, "width": 340, "height": 200,
           "shape": "M0 0 H340 V200 Q170 100 0 200 Z"},
          {"thread": "end", "x": 280, "y": 530, "width": 100, "height": 40}
        ],
        "pictures": [
          {
            "file": "wave.png", "x": 140, "y": 200, "width": 120, "height": 120,
            "shape": "circle", "object-fit": "cover", "object-position": ["50%", "25%"],
            "opacity": 0.9, "border": {"width": 1}, "alt": "A wave", "caption": "Off Dover",
            "link": "https://example.org/", "wrap": "contour", "shape-margin": 8,
            "wrap-side": "both", "shape-image-threshold": 0.4
          }
        ],
        "media": [
          {"kind": "video", "src": "tide.mp4", "type": "video/mp4", "poster": "poster.jpg",
           "alt": "The tide", "x": 40, "y": 530, "width": 60, "height": 34}
        ],
        "rules": [{"from": [40, 50], "to": ["90%", 50], "width": 0.5, "color": "sea", "z-index": 1}],
        "fills": [{"x": 0, "y": 0, "width": "100%", "height": 30, "color": "sea", "opacity": 0.2}],
        "exclusions": [
          {"x": 300, "y": 400, "width": 60, "height": 60, "shape": "ellipse", "shape-margin": 4,
           "wrap-side": "largest"}
        ],
        "links": [
          {"x": 0, "y": 0, "width": 100, "height": 30, "href": "#tides", "alt": "To the tides"}
        ]
      },
      {"master": ["body", "plain"], "repeat": true, "size": "A5", "margins": "1.5cm"}
    ],
    "profiles": {
      "landscape": {
        "size": {"width": 842, "height": 595}, "margins": 40, "bleed": 0, "baseline-grid": 13,
        "background": "#fff",
        "masters": {"body": {"frames": [{"thread": "main", "columns": 3}, {"thread": "end"}]}},
        "pages": [{"master": "body", "repeat": 2}]
      }
    }
  }
  """
