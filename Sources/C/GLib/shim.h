#include <glib.h>

// Constants of an unnamed enumeration, which Swift loses where a second module includes glib.h.
static const GOptionArg goption_flag = G_OPTION_ARG_NONE;
// A file name is taken byte for byte, where a string would be converted from the C locale.
static const GOptionArg goption_value = G_OPTION_ARG_FILENAME;
// The same, as often as it is given.
static const GOptionArg goption_list = G_OPTION_ARG_FILENAME_ARRAY;
