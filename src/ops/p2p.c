#include "ops/families.h"
const struct op *const p2p_ops[] = {NULL};
