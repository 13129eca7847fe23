/* figures.h: what operations and algorithms have to tell beside their time. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_FIGURES_H
#define OPS_FIGURES_H

#include "ops/op.h"

/* Rows of a table, which may be NULL. */
size_t figures_count(const struct figure *f);

#endif /* OPS_FIGURES_H */
