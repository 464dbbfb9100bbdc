#include "tests/record/record_support.h"
