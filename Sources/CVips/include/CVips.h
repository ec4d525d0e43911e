/* libvips, resolved at run time. */
