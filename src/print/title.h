/* title.h: titles of tables: what was measured, and where. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRINT_TITLE_H
#define PRINT_TITLE_H

#include "print/view.h"

/* Return malloced texts: a title, "bcast, 2 ranks on 1 node, Open MPI 4.1.4,
 * AMD EPYC; 53 runs in 59 s"; its part up to the ranks; the rest. */
char *describe_title(const struct view *v);
char *describe_what(const struct view *v);
char *describe_where(const struct table *t);

/* Returns the line on the transport of all runs, malloced; NULL if they differ
 * or it is unknown. */
char *describe_transport(const struct table *t);

#endif /* PRINT_TITLE_H */
