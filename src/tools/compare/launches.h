/* launches.h: the launches of mpiexec that a file of records holds. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_LAUNCHES_H
#define COMPARE_LAUNCHES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* A `run` and what follows it. */
struct launch {
    json_t *traits; /* what of the run should be as in others: differ.h */
    json_t *words;  /* its command line; NULL: unknown */
    double latency; /* one way, between ranks, in seconds; NAN: unknown */
    long command;   /* which command line of mpiperf-repeat's; 1 without */
    long planned;   /* launches of that command line; 0 without */
    bool complete;  /* its `end` says so */
};

/* What a launch says of one case, in seconds; NAN: it has no such figure. */
struct figures {
    size_t launch; /* index */
    double median, lo, hi;
    bool wrong; /* --verify found results that are */
};

/* One case, in all launches that have it. */
struct launches_case {
    char *key;
    json_t *record; /* fields that tell it from others */
    struct figures *v;
    size_t n, room;
};

/* Launches in the order they ran, cases in the order they are met. */
struct launches {
    const char *file; /* the caller's */
    struct launch *v;
    size_t n, room;
    struct launches_case *cases;
    size_t ncases, cases_room;
    json_t *index; /* key -> position in cases */
};

/*
 * 0, or -1 with *cause malloced: unreadable, not records, no case among them.
 * A last line that is not whole is passed over. Of a case that a launch
 * measured twice the later record counts.
 */
int launches_read(struct launches *l, const char *file, char **cause);
void launches_free(struct launches *l);

/* NULL: no launch has that case. */
const struct launches_case *launches_find(const struct launches *l,
                                          const char *key);

/* The highest of the commands' numbers. */
long launches_commands(const struct launches *l);
/* All of these numbers, each once, ascending; malloced. */
long *launches_command_list(const struct launches *l, size_t *n);
/* Launches and cases of one command alone; a copy that is freed by itself. */
void launches_of_command(struct launches *out, const struct launches *l,
                         long command);

/* What the launches say of one case, those without figures left out. */
struct case_launches {
    const struct figures **of; /* the launches that have figures */
    double *median;            /* ... and their medians */
    size_t n;
    size_t empty; /* launches that have the case, without figures */
    size_t wrong; /* launches with results that --verify found wrong */
};

void case_launches_init(struct case_launches *c,
                        const struct launches_case *from);
void case_launches_fini(struct case_launches *c);

/* The middle of n values; NAN of none. */
double median_of(const double *x, size_t n);

#endif /* COMPARE_LAUNCHES_H */
