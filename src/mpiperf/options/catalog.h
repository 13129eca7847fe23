/* catalog.h: all that can be chosen by name, gathered from the tables. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CATALOG_H
#define MPIPERF_CATALOG_H

#include "ops/registry.h"

struct options;

/* For --list, and for the name that was meant when a wrong one was given. */
enum catalog_kind {
    KIND_OPERATION,
    KIND_ALGORITHM, /* OPERATION:NAME */
    KIND_TIMER,
    KIND_CLOCKSYNC,
    KIND_METHOD,
    KIND_ARRIVAL,
    KIND_DATATYPE,
    KIND_REDUCTION,
    KIND_COUNTS,
    KIND_OPTION, /* a word of an operation's option, whose name is the kind */
    KIND_PRESET,
    KIND_PARAMETER, /* OWNER.NAME */
};

struct catalog_entry {
    enum catalog_kind kind;
    const char *word; /* the kind's: "operation", "algorithm", "pairs", ... */
    char *name, *help;
};

struct catalog {
    struct catalog_entry *v;
    size_t n;
};

void catalog_build(struct catalog *c, const struct registry *r);
void catalog_free(struct catalog *c);
/* "unknown timer 'tcs' (did you mean 'tsc'?)", malloced. */
char *catalog_unknown(const struct registry *r, enum catalog_kind kind,
                      const char *name);
/* 0; or -1, where there is no row of that name, with that as the cause. */
int catalog_check(const struct options *o, const void *row,
                  enum catalog_kind kind, const char *name, char **cause);

#endif /* MPIPERF_CATALOG_H */
