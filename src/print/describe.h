/* describe.h: warnings on a table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRINT_DESCRIBE_H
#define PRINT_DESCRIBE_H

#include "print/view.h"

/* Return warnings on the whole table, and on one view: arrays of texts, new
 * references. */
json_t *describe_all(const struct table *t);
json_t *describe_warnings(const struct view *v);
/* Returns the most important of both, at most three. Warnings on the whole
 * table are included only for its first view. */
json_t *describe_notes(const struct view *v);

#endif /* PRINT_DESCRIBE_H */
