// The header is all there is; SwiftPM wants a source file.
#include "recto_plugin.h"
