/* double.c: what takes longer, and how much. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "double.h"

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

static uint64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void double_slow(const char *name)
{
    const char *text = getenv(name);
    uint64_t end = now_ns() + (text != NULL ? strtoull(text, NULL, 10) : 0);

    while (now_ns() < end)
        ;
}
