#include "ops/families.h"
const struct op *const rma_ops[] = {NULL};
