#include "found_text.h"
