#include <glib.h>

// Constants of an unnamed enumeration, which Swift loses where a second module includes glib.h.
static const GOptionArg goption_flag = G_OPTION_ARG_NONE;
static const GOptionArg goption_string = G_OPTION_ARG_STRING;
