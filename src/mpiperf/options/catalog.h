/* catalog.h: all names that the user can choose. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CATALOG_H
#define MPIPERF_CATALOG_H

#include "ops/registry.h"

struct catalog_entry {
    const char *kind; /* "operation", "algorithm", "timer", "parameter", ... */
    char *name, *help;
};

struct catalog {
    struct catalog_entry *v;
    size_t n;
};

/* Makes the catalog, in the order of --list; without operations, algorithms and
 * their parameters if r is NULL. */
void catalog_build(struct catalog *c, const struct registry *r);
void catalog_free(struct catalog *c);
/* Returns "unknown timer 'tcs' (did you mean 'tsc'?)", malloced; NULL if the
 * name is known. */
char *catalog_unknown(const struct registry *r, const char *kind,
                      const char *name);
/* Returns the row with this name in the table of this kind, such as
 * timer_table[] for "timer"; NULL with a malloced *cause if there is none. */
const void *catalog_row(const char *kind, const char *name, char **cause);

#endif /* MPIPERF_CATALOG_H */
