#include "ops/families.h"
const struct algo algo_overlap = {.name = "overlap", .op = "none", .help="x"};
