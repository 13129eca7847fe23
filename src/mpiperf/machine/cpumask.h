/* cpumask.h: sets of CPUs: where a rank may run, and who is in whose way. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CPUMASK_H
#define MPIPERF_CPUMASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CPUMASK_CPUS = 8192, CPUMASK_WORDS = CPUMASK_CPUS / 64 };

struct cpumask {
    uint64_t words[CPUMASK_WORDS];
};

/* The CPUs this process may run on. 0 or -errno. */
int cpumask_get(struct cpumask *m);
/* Adds the CPUs of a list such as "0-3,8"; -1 when it isn't one. */
int cpumask_parse(struct cpumask *m, const char *list);
/* Writes that list; one that is too long ends in "...". */
void cpumask_format(const struct cpumask *m, char *buf, size_t size);

void cpumask_add(struct cpumask *m, int cpu);
bool cpumask_has(const struct cpumask *m, int cpu);
int cpumask_count(const struct cpumask *m);
int cpumask_first(const struct cpumask *m); /* -1: empty */
bool cpumask_within(const struct cpumask *inner, const struct cpumask *outer);

/* Of the n ranks of a node: do some have fewer CPUs than they are? */
bool cpumasks_oversubscribed(const struct cpumask *masks, size_t n);
/* Is some CPU the only one of two ranks or more? */
bool cpumasks_collide(const struct cpumask *masks, size_t n);

#endif /* MPIPERF_CPUMASK_H */
