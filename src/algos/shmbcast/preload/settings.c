/* settings.c: the environment variables, and the memory that one of them
 * limits.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "settings.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "algos/param.h"

static const size_t MEMORY = (size_t)64 << 20;

/* 0 where it is not set, empty or 0; else what number it is, 1 if none. */
static int level(const char *name)
{
    const char *text = getenv(name);

    if (text == NULL || text[0] == 0 || strcmp(text, "0") == 0)
        return 0;
    return strcmp(text, "2") == 0 ? 2 : 1;
}

/* NULL where it is not set, or empty. */
static const char *text_of(const char *name)
{
    const char *text = getenv(name);

    return text != NULL && text[0] != 0 ? text : NULL;
}

/* Launchers tell a rank how many of them they have started on its node. Its
 * communicators may have fewer, and each know of its own ranks only. */
static bool crowded(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_LOCAL_SIZE",
                                        "MPI_LOCALNRANKS"};
    long ranks = 0;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *text = text_of(names[i]);

        if (text != NULL)
            ranks = strtol(text, NULL, 10);
    }
    return ranks > sysconf(_SC_NPROCESSORS_ONLN);
}

struct settings settings_read(void)
{
    const char *memory = text_of("SHMBCAST_MEMORY");
    const char *calibrate = text_of("SHMBCAST_CALIBRATE");
    struct shmbcast_auto_params p = shmbcast_auto_params_default();
    struct settings s = {
        .off = level("SHMBCAST_OFF") != 0,
        .host_only = level("SHMBCAST_HOST_ONLY") != 0,
        .verbose = level("SHMBCAST_VERBOSE"),
        .memory = MEMORY,
        .memory_ok = true,
        .calibrate_ok = true,
        .crowded = crowded(),
    };

    if (memory != NULL)
        s.memory_ok = al_size_parse(memory, &s.memory) == 0;
    if (calibrate != NULL)
        s.calibrate_ok =
            shmbcast_auto_params_parse(&p, "calibrate", calibrate, NULL) == 0;
    s.calibrate = p.calibrate;
    return s;
}

/* What is taken, over all communicators of the process. A sum and nothing more,
 * so all relaxed. */
static atomic_size_t taken, most;

static void note(size_t now)
{
    size_t before = atomic_load_explicit(&most, memory_order_relaxed);

    while (before < now &&
           !atomic_compare_exchange_weak_explicit(
               &most, &before, now, memory_order_relaxed, memory_order_relaxed))
        ;
}

bool budget_take(size_t nbytes, size_t limit)
{
    size_t now = atomic_load_explicit(&taken, memory_order_relaxed);

    do {
        if (nbytes > limit || now > limit - nbytes)
            return false;
    } while (!atomic_compare_exchange_weak_explicit(&taken, &now, now + nbytes,
                                                    memory_order_relaxed,
                                                    memory_order_relaxed));
    note(now + nbytes);
    return true;
}

void budget_give_back(size_t nbytes)
{
    atomic_fetch_sub_explicit(&taken, nbytes, memory_order_relaxed);
}

size_t budget_most(void)
{
    return atomic_load_explicit(&most, memory_order_relaxed);
}
