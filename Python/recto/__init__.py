"""Publications - PDF, page images, layouts, HTML, EPUB - as page images and page text.

    import recto

    with recto.open("issue.pdf") as issue:
        page = issue[0]
        picture = page.render(dpi=150)
        words = page.words

Sources are opened by the `recto` command in sandboxed worker processes: a broken file raises an
exception in its own request, and nothing else. Boxes are points (1/72 inch) from the top left of the
page's crop box before its rotation, y down; pages are counted from 0.
"""

from ._errors import (
    BadRequest,
    Busy,
    Cancelled,
    Closed,
    Damaged,
    InternalError,
    LimitReached,
    NotInstalled,
    NoSuchPage,
    NotWritable,
    PasswordNeeded,
    RectoError,
    SourceNotFound,
    Unreadable,
    Unsupported,
)
from ._lists import Annotation, Attachment, Cue, Font, FormField, Layer, Medium, Picture
from ._markdown import Markdown, Span
from ._page import Facts, Image, Page, RenderOptions, Text
from ._publication import (
    Article,
    Block,
    Cell,
    Engine,
    Hit,
    Hits,
    Info,
    Link,
    OutlineEntry,
    Publication,
    open,
    open_async,
)
from ._version import __version__

__all__ = [
    "Annotation", "Article", "Attachment", "BadRequest", "Block", "Busy", "Cancelled", "Cell", "Closed", "Cue",
    "Damaged", "Engine", "Facts", "Font", "FormField", "Hit", "Hits", "Image", "Info", "InternalError", "Layer",
    "LimitReached", "Link", "Markdown", "Medium", "NoSuchPage", "NotInstalled", "NotWritable", "OutlineEntry",
    "Page", "PasswordNeeded", "Picture", "Publication", "RectoError", "RenderOptions", "SourceNotFound", "Span",
    "Text", "Unreadable", "Unsupported", "open", "open_async", "__version__",
]
