// SPDX-License-Identifier: Apache-2.0
//
// The functions of PDFium that the plugin calls, declared as PDFium's public headers document them,
// each group under the header's name. PDFium's shared library comes without headers.
//
// Lengths are bytes. Text comes as UTF-16LE with a zero at its end, which counts, unless it is said
// otherwise: a first call without a buffer gives the length.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pdfium {

// fpdfview.h: handles.
using FPDF_DOCUMENT = struct FpdfDocument *;
using FPDF_PAGE = struct FpdfPage *;
using FPDF_BITMAP = struct FpdfBitmap *;
using FPDF_TEXTPAGE = struct FpdfTextPage *;
using FPDF_PAGEOBJECT = struct FpdfPageObject *;
using FPDF_PATHSEGMENT = struct FpdfPathSegment *;
using FPDF_FONT = struct FpdfFont *;
using FPDF_BOOKMARK = struct FpdfBookmark *;
using FPDF_DEST = struct FpdfDest *;
using FPDF_ACTION = struct FpdfAction *;
using FPDF_LINK = struct FpdfLink *;
using FPDF_ANNOTATION = struct FpdfAnnotation *;
using FPDF_FORMHANDLE = struct FpdfForm *;
using FPDF_ATTACHMENT = struct FpdfAttachment *;
using FPDF_STRUCTTREE = struct FpdfStructTree *;
using FPDF_STRUCTELEMENT = struct FpdfStructElement *;

// fpdfview.h: values.
struct FS_MATRIX {
  float a, b, c, d, e, f;
};
struct FS_QUADPOINTSF {
  float x1, y1, x2, y2, x3, y3, x4, y4;
};
struct FS_RECTF {
  float left, top, right, bottom;
};

// fpdfview.h: FPDF_GetLastError.
enum { FPDF_ERR_FORMAT = 3, FPDF_ERR_PASSWORD = 4, FPDF_ERR_SECURITY = 5 };
// fpdfview.h: flags of rendering.
enum { FPDF_ANNOT = 0x01 };
// fpdfview.h: formats of bitmaps.
enum { FPDFBitmap_Gray = 1, FPDFBitmap_BGR = 2, FPDFBitmap_BGRx = 3, FPDFBitmap_BGRA = 4 };
// fpdf_edit.h: types of page objects.
enum { FPDF_PAGEOBJ_TEXT = 1, FPDF_PAGEOBJ_PATH = 2, FPDF_PAGEOBJ_IMAGE = 3, FPDF_PAGEOBJ_FORM = 5 };
enum { FPDF_FILLMODE_NONE = 0 };
enum { FPDF_SEGMENT_BEZIERTO = 1, FPDF_SEGMENT_MOVETO = 2 };
// fpdf_doc.h: types of actions, and views of destinations.
enum {
  PDFACTION_UNSUPPORTED = 0,
  PDFACTION_GOTO = 1,
  PDFACTION_REMOTEGOTO = 2,
  PDFACTION_URI = 3,
  PDFACTION_LAUNCH = 4
};
enum { PDFDEST_VIEW_XYZ = 1, PDFDEST_VIEW_FITH = 3, PDFDEST_VIEW_FITR = 5, PDFDEST_VIEW_FITBH = 7 };
// fpdf_annot.h: subtypes and flags of annotations.
enum { FPDF_ANNOT_LINK = 2, FPDF_ANNOT_WIDGET = 20 };
enum { FPDF_ANNOT_FLAG_INVISIBLE = 1, FPDF_ANNOT_FLAG_HIDDEN = 2, FPDF_ANNOT_FLAG_NOVIEW = 32 };
enum { FPDFANNOT_COLORTYPE_Color = 0 };
// fpdf_annot.h: flags of form fields.
enum { FPDF_FORMFLAG_READONLY = 1 };
// fpdf_formfill.h: a document without a form.
enum { FORMTYPE_NONE = 0 };
// fpdf_formfill.h: types of form fields.
enum {
  FPDF_FORMFIELD_PUSHBUTTON = 1,
  FPDF_FORMFIELD_CHECKBOX = 2,
  FPDF_FORMFIELD_RADIOBUTTON = 3,
  FPDF_FORMFIELD_COMBOBOX = 4,
  FPDF_FORMFIELD_LISTBOX = 5,
  FPDF_FORMFIELD_TEXTFIELD = 6,
  FPDF_FORMFIELD_SIGNATURE = 7,
};

// fpdf_edit.h
struct FPDF_IMAGEOBJ_METADATA {
  unsigned width, height;
  float horizontal_dpi, vertical_dpi;
  unsigned bits_per_pixel;
  int colorspace;
  int marked_content_id;
};

// fpdf_formfill.h: a version, and functions that a viewer would have called; the plugin has none.
// It is as long as the second version, with room for later ones.
struct FPDF_FORMFILLINFO {
  int version;
  void *functions[48];
};

// Each is X(result, name, parameters).
#define PDFIUM_FUNCTIONS(X)                                                                        \
  /* fpdfview.h */                                                                                 \
  X(void, FPDF_InitLibrary, (void))                                                                \
  X(FPDF_DOCUMENT, FPDF_LoadMemDocument64, (const void *, size_t, const char *password))           \
  X(void, FPDF_CloseDocument, (FPDF_DOCUMENT))                                                     \
  X(unsigned long, FPDF_GetLastError, (void))                                                      \
  X(int, FPDF_GetFileVersion, (FPDF_DOCUMENT, int *version))                                       \
  X(unsigned long, FPDF_GetDocPermissions, (FPDF_DOCUMENT))                                        \
  X(int, FPDF_GetSecurityHandlerRevision, (FPDF_DOCUMENT))                                         \
  X(int, FPDF_GetPageCount, (FPDF_DOCUMENT))                                                       \
  X(FPDF_PAGE, FPDF_LoadPage, (FPDF_DOCUMENT, int index))                                          \
  X(void, FPDF_ClosePage, (FPDF_PAGE))                                                             \
  X(float, FPDF_GetPageWidthF, (FPDF_PAGE))                                                        \
  X(float, FPDF_GetPageHeightF, (FPDF_PAGE))                                                       \
  X(int, FPDF_GetPageBoundingBox, (FPDF_PAGE, FS_RECTF *))                                         \
  X(void, FPDF_RenderPageBitmapWithMatrix,                                                         \
    (FPDF_BITMAP, FPDF_PAGE, const FS_MATRIX *, const FS_RECTF *clip, int flags))                  \
  X(FPDF_BITMAP, FPDFBitmap_CreateEx, (int width, int height, int format, void *, int stride))     \
  X(int, FPDFBitmap_GetFormat, (FPDF_BITMAP))                                                      \
  X(void *, FPDFBitmap_GetBuffer, (FPDF_BITMAP))                                                   \
  X(int, FPDFBitmap_GetWidth, (FPDF_BITMAP))                                                       \
  X(int, FPDFBitmap_GetHeight, (FPDF_BITMAP))                                                      \
  X(int, FPDFBitmap_GetStride, (FPDF_BITMAP))                                                      \
  X(void, FPDFBitmap_Destroy, (FPDF_BITMAP))                                                       \
  X(unsigned long, FPDF_VIEWERREF_GetName,                                                         \
    (FPDF_DOCUMENT, const char *key, char *ascii, unsigned long length))                           \
  /* fpdf_transformpage.h: boxes in the page itself, not inherited ones */                         \
  X(int, FPDFPage_GetMediaBox, (FPDF_PAGE, float *, float *, float *, float *))                    \
  X(int, FPDFPage_GetBleedBox, (FPDF_PAGE, float *, float *, float *, float *))                    \
  X(int, FPDFPage_GetTrimBox, (FPDF_PAGE, float *, float *, float *, float *))                     \
  X(int, FPDFPage_GetArtBox, (FPDF_PAGE, float *, float *, float *, float *))                      \
  /* fpdf_edit.h */                                                                                \
  X(int, FPDFPage_GetRotation, (FPDF_PAGE))                                                        \
  X(int, FPDFPage_CountObjects, (FPDF_PAGE))                                                       \
  X(FPDF_PAGEOBJECT, FPDFPage_GetObject, (FPDF_PAGE, int))                                         \
  X(int, FPDFFormObj_CountObjects, (FPDF_PAGEOBJECT))                                              \
  X(FPDF_PAGEOBJECT, FPDFFormObj_GetObject, (FPDF_PAGEOBJECT, unsigned long))                      \
  X(int, FPDFPageObj_GetType, (FPDF_PAGEOBJECT))                                                   \
  X(int, FPDFPageObj_GetMarkedContentID, (FPDF_PAGEOBJECT))                                        \
  X(int, FPDFPageObj_GetMatrix, (FPDF_PAGEOBJECT, FS_MATRIX *))                                    \
  X(int, FPDFPageObj_GetBounds,                                                                    \
    (FPDF_PAGEOBJECT, float *left, float *bottom, float *right, float *top))                       \
  X(int, FPDFPageObj_GetFillColor,                                                                 \
    (FPDF_PAGEOBJECT, unsigned *red, unsigned *green, unsigned *blue, unsigned *alpha))            \
  X(int, FPDFPageObj_GetStrokeWidth, (FPDF_PAGEOBJECT, float *))                                   \
  X(int, FPDFPath_GetDrawMode, (FPDF_PAGEOBJECT, int *fillmode, int *stroke))                      \
  X(int, FPDFPath_CountSegments, (FPDF_PAGEOBJECT))                                                \
  X(FPDF_PATHSEGMENT, FPDFPath_GetPathSegment, (FPDF_PAGEOBJECT, int))                             \
  X(int, FPDFPathSegment_GetPoint, (FPDF_PATHSEGMENT, float *x, float *y))                         \
  X(int, FPDFPathSegment_GetType, (FPDF_PATHSEGMENT))                                              \
  X(int, FPDFPathSegment_GetClose, (FPDF_PATHSEGMENT))                                             \
  X(int, FPDFImageObj_GetImageMetadata, (FPDF_PAGEOBJECT, FPDF_PAGE, FPDF_IMAGEOBJ_METADATA *))    \
  X(unsigned long, FPDFImageObj_GetImageDataRaw, (FPDF_PAGEOBJECT, void *, unsigned long))         \
  X(FPDF_FONT, FPDFTextObj_GetFont, (FPDF_PAGEOBJECT))                                             \
  X(size_t, FPDFFont_GetBaseFontName, (FPDF_FONT, char *utf8, size_t))                             \
  /* fpdf_text.h */                                                                                \
  X(FPDF_TEXTPAGE, FPDFText_LoadPage, (FPDF_PAGE))                                                 \
  X(void, FPDFText_ClosePage, (FPDF_TEXTPAGE))                                                     \
  X(int, FPDFText_CountChars, (FPDF_TEXTPAGE))                                                     \
  X(unsigned, FPDFText_GetUnicode, (FPDF_TEXTPAGE, int))                                           \
  X(FPDF_PAGEOBJECT, FPDFText_GetTextObject, (FPDF_TEXTPAGE, int))                                 \
  X(int, FPDFText_IsGenerated, (FPDF_TEXTPAGE, int))                                               \
  X(int, FPDFText_IsHyphen, (FPDF_TEXTPAGE, int))                                                  \
  X(double, FPDFText_GetFontSize, (FPDF_TEXTPAGE, int))                                            \
  X(int, FPDFText_GetMatrix, (FPDF_TEXTPAGE, int, FS_MATRIX *))                                    \
  X(int, FPDFText_GetCharOrigin, (FPDF_TEXTPAGE, int, double *x, double *y))                       \
  X(int, FPDFText_GetCharBox,                                                                      \
    (FPDF_TEXTPAGE, int, double *left, double *right, double *bottom, double *top))                \
  X(int, FPDFText_GetLooseCharBox, (FPDF_TEXTPAGE, int, FS_RECTF *))                               \
  /* fpdf_doc.h */                                                                                 \
  X(unsigned long, FPDF_GetMetaText, (FPDF_DOCUMENT, const char *key, void *, unsigned long))      \
  X(unsigned long, FPDF_GetPageLabel, (FPDF_DOCUMENT, int, void *, unsigned long))                 \
  X(FPDF_BOOKMARK, FPDFBookmark_GetFirstChild, (FPDF_DOCUMENT, FPDF_BOOKMARK))                     \
  X(FPDF_BOOKMARK, FPDFBookmark_GetNextSibling, (FPDF_DOCUMENT, FPDF_BOOKMARK))                    \
  X(unsigned long, FPDFBookmark_GetTitle, (FPDF_BOOKMARK, void *, unsigned long))                  \
  X(FPDF_DEST, FPDFBookmark_GetDest, (FPDF_DOCUMENT, FPDF_BOOKMARK))                               \
  X(FPDF_ACTION, FPDFBookmark_GetAction, (FPDF_BOOKMARK))                                          \
  X(unsigned long, FPDFAction_GetType, (FPDF_ACTION))                                              \
  X(FPDF_DEST, FPDFAction_GetDest, (FPDF_DOCUMENT, FPDF_ACTION))                                   \
  X(unsigned long, FPDFAction_GetFilePath, (FPDF_ACTION, void *utf8, unsigned long))               \
  X(unsigned long, FPDFAction_GetURIPath,                                                          \
    (FPDF_DOCUMENT, FPDF_ACTION, void *ascii, unsigned long))                                      \
  X(int, FPDFDest_GetDestPageIndex, (FPDF_DOCUMENT, FPDF_DEST))                                    \
  X(unsigned long, FPDFDest_GetView, (FPDF_DEST, unsigned long *count, float *numbers))            \
  X(int, FPDFDest_GetLocationInPage,                                                               \
    (FPDF_DEST, int *has_x, int *has_y, int *has_zoom, float *x, float *y, float *zoom))           \
  X(int, FPDFLink_Enumerate, (FPDF_PAGE, int *position, FPDF_LINK *))                              \
  X(FPDF_DEST, FPDFLink_GetDest, (FPDF_DOCUMENT, FPDF_LINK))                                       \
  X(FPDF_ACTION, FPDFLink_GetAction, (FPDF_LINK))                                                  \
  X(FPDF_ANNOTATION, FPDFLink_GetAnnot, (FPDF_PAGE, FPDF_LINK))                                    \
  X(int, FPDFLink_GetAnnotRect, (FPDF_LINK, FS_RECTF *))                                           \
  X(int, FPDFLink_CountQuadPoints, (FPDF_LINK))                                                    \
  X(int, FPDFLink_GetQuadPoints, (FPDF_LINK, int, FS_QUADPOINTSF *))                               \
  /* fpdf_catalog.h */                                                                             \
  X(int, FPDFCatalog_IsTagged, (FPDF_DOCUMENT))                                                    \
  X(unsigned long, FPDFCatalog_GetLanguage, (FPDF_DOCUMENT, void *, unsigned long))                \
  /* fpdf_annot.h */                                                                               \
  X(int, FPDFPage_GetAnnotCount, (FPDF_PAGE))                                                      \
  X(FPDF_ANNOTATION, FPDFPage_GetAnnot, (FPDF_PAGE, int))                                          \
  X(void, FPDFPage_CloseAnnot, (FPDF_ANNOTATION))                                                  \
  X(int, FPDFAnnot_GetSubtype, (FPDF_ANNOTATION))                                                  \
  X(int, FPDFAnnot_GetRect, (FPDF_ANNOTATION, FS_RECTF *))                                         \
  X(int, FPDFAnnot_GetFlags, (FPDF_ANNOTATION))                                                    \
  X(int, FPDFAnnot_HasKey, (FPDF_ANNOTATION, const char *key))                                     \
  X(int, FPDFAnnot_GetColor,                                                                       \
    (FPDF_ANNOTATION, int type, unsigned *red, unsigned *green, unsigned *blue, unsigned *alpha))  \
  X(unsigned long, FPDFAnnot_GetStringValue,                                                       \
    (FPDF_ANNOTATION, const char *key, uint16_t *, unsigned long))                                 \
  X(int, FPDFAnnot_GetFormFieldType, (FPDF_FORMHANDLE, FPDF_ANNOTATION))                           \
  X(int, FPDFAnnot_GetFormFieldFlags, (FPDF_FORMHANDLE, FPDF_ANNOTATION))                          \
  X(int, FPDFAnnot_IsChecked, (FPDF_FORMHANDLE, FPDF_ANNOTATION))                                  \
  X(int, FPDFAnnot_GetOptionCount, (FPDF_FORMHANDLE, FPDF_ANNOTATION))                             \
  X(int, FPDFAnnot_IsOptionSelected, (FPDF_FORMHANDLE, FPDF_ANNOTATION, int))                      \
  X(unsigned long, FPDFAnnot_GetOptionLabel,                                                       \
    (FPDF_FORMHANDLE, FPDF_ANNOTATION, int, uint16_t *, unsigned long))                            \
  X(unsigned long, FPDFAnnot_GetFormFieldName,                                                     \
    (FPDF_FORMHANDLE, FPDF_ANNOTATION, uint16_t *, unsigned long))                                 \
  X(unsigned long, FPDFAnnot_GetFormFieldValue,                                                    \
    (FPDF_FORMHANDLE, FPDF_ANNOTATION, uint16_t *, unsigned long))                                 \
  /* fpdf_formfill.h */                                                                            \
  X(FPDF_FORMHANDLE, FPDFDOC_InitFormFillEnvironment, (FPDF_DOCUMENT, FPDF_FORMFILLINFO *))        \
  X(void, FPDFDOC_ExitFormFillEnvironment, (FPDF_FORMHANDLE))                                      \
  X(int, FPDF_GetFormType, (FPDF_DOCUMENT))                                                        \
  X(void, FORM_OnAfterLoadPage, (FPDF_PAGE, FPDF_FORMHANDLE))                                      \
  X(void, FORM_OnBeforeClosePage, (FPDF_PAGE, FPDF_FORMHANDLE))                                    \
  X(void, FPDF_FFLDraw,                                                                            \
    (FPDF_FORMHANDLE, FPDF_BITMAP, FPDF_PAGE, int x, int y, int width, int height, int turn, int)) \
  /* fpdf_attachment.h */                                                                          \
  X(int, FPDFDoc_GetAttachmentCount, (FPDF_DOCUMENT))                                              \
  X(FPDF_ATTACHMENT, FPDFDoc_GetAttachment, (FPDF_DOCUMENT, int))                                  \
  X(unsigned long, FPDFAttachment_GetName, (FPDF_ATTACHMENT, uint16_t *, unsigned long))           \
  X(unsigned long, FPDFAttachment_GetStringValue,                                                  \
    (FPDF_ATTACHMENT, const char *key, uint16_t *, unsigned long))                                 \
  X(int, FPDFAttachment_GetFile, (FPDF_ATTACHMENT, void *, unsigned long, unsigned long *length))  \
  /* fpdf_thumbnail.h */                                                                           \
  X(FPDF_BITMAP, FPDFPage_GetThumbnailAsBitmap, (FPDF_PAGE))                                       \
  /* fpdf_structtree.h */                                                                          \
  X(FPDF_STRUCTTREE, FPDF_StructTree_GetForPage, (FPDF_PAGE))                                      \
  X(void, FPDF_StructTree_Close, (FPDF_STRUCTTREE))                                                \
  X(int, FPDF_StructTree_CountChildren, (FPDF_STRUCTTREE))                                         \
  X(FPDF_STRUCTELEMENT, FPDF_StructTree_GetChildAtIndex, (FPDF_STRUCTTREE, int))                   \
  X(unsigned long, FPDF_StructElement_GetType, (FPDF_STRUCTELEMENT, void *, unsigned long))        \
  X(unsigned long, FPDF_StructElement_GetLang, (FPDF_STRUCTELEMENT, void *, unsigned long))        \
  X(unsigned long, FPDF_StructElement_GetAltText, (FPDF_STRUCTELEMENT, void *, unsigned long))     \
  X(unsigned long, FPDF_StructElement_GetActualText, (FPDF_STRUCTELEMENT, void *, unsigned long))  \
  X(int, FPDF_StructElement_CountChildren, (FPDF_STRUCTELEMENT))                                   \
  X(FPDF_STRUCTELEMENT, FPDF_StructElement_GetChildAtIndex, (FPDF_STRUCTELEMENT, int))             \
  X(int, FPDF_StructElement_GetChildMarkedContentID, (FPDF_STRUCTELEMENT, int))

}  // namespace pdfium
