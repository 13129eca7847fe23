/* cpumask.c: sets of CPUs: where a rank may run, and who is in whose way. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/cpumask.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"

int cpumask_get(struct cpumask *m)
{
    size_t size = CPU_ALLOC_SIZE(CPUMASK_CPUS);
    cpu_set_t *set = xcalloc(1, size);
    int rc = 0;

    memset(m, 0, sizeof(*m));
    if (sched_getaffinity(0, size, set) != 0)
        rc = -errno;
    for (int cpu = 0; cpu < CPUMASK_CPUS && rc == 0; cpu++)
        if (CPU_ISSET_S((size_t)cpu, size, set))
            cpumask_add(m, cpu);
    free(set);
    return rc;
}

void cpumask_add(struct cpumask *m, int cpu)
{
    m->words[cpu / 64] |= UINT64_C(1) << cpu % 64;
}

bool cpumask_has(const struct cpumask *m, int cpu)
{
    return m->words[cpu / 64] >> cpu % 64 & 1;
}

int cpumask_count(const struct cpumask *m)
{
    int count = 0;

    for (size_t i = 0; i < CPUMASK_WORDS; i++)
        count += __builtin_popcountll(m->words[i]);
    return count;
}

int cpumask_first(const struct cpumask *m)
{
    for (int i = 0; i < CPUMASK_WORDS; i++)
        if (m->words[i] != 0)
            return i * 64 + __builtin_ctzll(m->words[i]);
    return -1;
}

bool cpumask_within(const struct cpumask *inner, const struct cpumask *outer)
{
    for (size_t i = 0; i < CPUMASK_WORDS; i++)
        if ((inner->words[i] & ~outer->words[i]) != 0)
            return false;
    return true;
}

/* A CPU's number; -1 when there is none or it is too large. */
static long cpu_parse(const char **s)
{
    char *end;
    long cpu;

    if (**s < '0' || **s > '9')
        return -1;
    cpu = strtol(*s, &end, 10);
    *s = end;
    return cpu < CPUMASK_CPUS ? cpu : -1;
}

int cpumask_parse(struct cpumask *m, const char *list)
{
    for (const char *s = list; *s != '\0' && *s != '\n'; s++) {
        long from = cpu_parse(&s), to = from;

        if (*s == '-') {
            s++;
            to = cpu_parse(&s);
        }
        if (from < 0 || to < from)
            return -1;
        for (long cpu = from; cpu <= to; cpu++)
            cpumask_add(m, (int)cpu);
        if (*s == '\0' || *s == '\n')
            return 0;
        if (*s != ',')
            return -1;
    }
    return 0;
}

/* The last CPU of the run of CPUs that begins at `cpu`. */
static int run_end(const struct cpumask *m, int cpu)
{
    while (cpu + 1 < CPUMASK_CPUS && cpumask_has(m, cpu + 1))
        cpu++;
    return cpu;
}

/* What is cut off is replaced by dots, behind the last CPU that leaves room. */
static void list_cut(char *buf, size_t size, size_t end)
{
    static const char dots[] = "...";

    if (end + sizeof(dots) <= size)
        memcpy(buf + end, dots, sizeof(dots));
    else if (size > 0)
        buf[0] = '\0';
}

void cpumask_format(const struct cpumask *m, char *buf, size_t size)
{
    size_t used = 0, cut = 0;

    if (size > 0)
        buf[0] = '\0';
    for (int cpu = cpumask_first(m); cpu >= 0 && cpu < CPUMASK_CPUS; cpu++) {
        char part[32];
        size_t length;
        int end;

        if (!cpumask_has(m, cpu))
            continue;
        end = run_end(m, cpu);
        length = (size_t)snprintf(part, sizeof(part),
                                  end == cpu ? "%s%d" : "%s%d-%d",
                                  used > 0 ? "," : "", cpu, end);
        if (used + length >= size) {
            list_cut(buf, size, cut);
            return;
        }
        memcpy(buf + used, part, length + 1);
        used += length;
        if (used + sizeof("...") <= size)
            cut = used;
        cpu = end;
    }
}

/* Ranks that are confined to one of them compete for its CPUs; the union of
 * all is the last such set. */
bool cpumasks_oversubscribed(const struct cpumask *masks, size_t n)
{
    struct cpumask all = {{0}};

    for (size_t i = 0; i < n; i++) {
        size_t confined = 0;

        for (size_t k = 0; k < n; k++)
            confined += cpumask_within(&masks[k], &masks[i]);
        if (confined > (size_t)cpumask_count(&masks[i]))
            return true;
        for (size_t w = 0; w < CPUMASK_WORDS; w++)
            all.words[w] |= masks[i].words[w];
    }
    return n > (size_t)cpumask_count(&all);
}

bool cpumasks_collide(const struct cpumask *masks, size_t n)
{
    struct cpumask taken = {{0}};

    for (size_t i = 0; i < n; i++) {
        int cpu = cpumask_first(&masks[i]);

        if (cpumask_count(&masks[i]) != 1)
            continue;
        if (cpumask_has(&taken, cpu))
            return true;
        cpumask_add(&taken, cpu);
    }
    return false;
}
