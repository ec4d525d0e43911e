/* Faster versions of library functions that Poppler calls while it renders a
 * page.  They have the names and the signatures of the originals and are found
 * first because an executable comes before its shared libraries in symbol
 * lookup; nothing has to be called here to switch them on.
 *
 *   icc_transform_cache.c  cmsOpenProfileFromMem, cmsCloseProfile,
 *                          cmsCreateTransform, cmsDeleteTransform
 *   stencil_downscale.c    cairo_mask
 *
 * The executable's dynamic symbol table has to list these names. */

#ifndef C_RENDER_ACCELERATORS_H
#define C_RENDER_ACCELERATORS_H

#endif
