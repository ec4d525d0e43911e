// The header is the whole target: Swift implements its functions (Sources/LibRecto).
#include "recto.h"
