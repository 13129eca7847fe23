/* launches.h: the launches of mpiexec that a file of records holds. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_LAUNCHES_H
#define COMPARE_LAUNCHES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* A `run` and what follows it. */
struct launch {
    json_t *run;
    json_t *cases; /* key -> record; of a case measured twice the later one */
    bool complete; /* its `end` says so */
};

/* In the order they ran. */
struct launches {
    const char *file; /* the caller's */
    struct launch *v;
    size_t n;
};

/*
 * 0, or -1 with *cause malloced: unreadable, not records, no case among them.
 * A last line that is not whole is passed over.
 */
int launches_read(struct launches *l, const char *file, char **cause);
void launches_free(struct launches *l);

/* Which command line of mpiperf-repeat's a launch is of; 1 without. */
long launch_command(const struct launch *launch);
/* The highest of these numbers. */
long launches_commands(const struct launches *l);
/* Those of one command alone; a copy that is freed by itself. */
void launches_of_command(struct launches *out, const struct launches *l,
                         long command);

/* All cases there are, key -> a record of it, in the order they are met; with
 * figures if some launch has any. A new reference. */
json_t *launches_cases(const struct launches *l);

/* What the launches say of one case, those without figures left out. */
struct case_launches {
    const json_t **record; /* of the launches that have figures */
    double *median;        /* seconds */
    size_t n;
    size_t empty; /* launches that have the case, without figures */
    size_t wrong; /* launches with results that --verify found wrong */
};

void case_launches_init(struct case_launches *c, const struct launches *l,
                        const char *key);
void case_launches_fini(struct case_launches *c);

/* The middle of n values; NAN of none. */
double median_of(const double *x, size_t n);

#endif /* COMPARE_LAUNCHES_H */
