/* Faster and better versions of library functions that Poppler calls while it renders a
 * page.  They have the names and the signatures of the originals and are found
 * first because an executable comes before its shared libraries in symbol
 * lookup; nothing has to be called here to switch them on.
 *
 *   icc_transform_cache.c  cmsOpenProfileFromMem, cmsCloseProfile,
 *                          cmsCreateTransform, cmsDeleteTransform,
 *                          cmsDoTransform
 *   stencil_downscale.c    cairo_mask
 *   glyph_drawing.c        cairo_show_glyphs, cairo_show_text_glyphs,
 *                          cairo_glyph_path
 *
 * glyph_ink.h says what the last of these can be asked.
 *
 * For that the executable's dynamic symbol table has to list these names.  Linkers
 * see to it when the executable is linked with libpoppler, which refers to them. */

#ifndef C_RENDER_ACCELERATORS_H
#define C_RENDER_ACCELERATORS_H

#endif
