/* double.h: simulates a machine whose copies take longer. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_TEST_DOUBLE_H
#define SHMBCAST_TEST_DOUBLE_H

#include <stdlib.h>

#include "lib/now.h"

/*
 * Environment variables set the additional nanoseconds:
 *
 *   DOUBLE_PULL=NS  for a call of process_vm_readv() or process_vm_writev(), by
 *                   tests/preload-pull.c
 *   DOUBLE_RING=NS  for a message that goes through a ring, on the root and on
 *                   each of the others, by auto_life.c
 */
static inline void double_spin(double seconds)
{
    double end = now() + seconds;

    while (now() < end)
        ;
}

/* Spins for the time that the variable [name] gives. */
static inline void double_slow(const char *name)
{
    const char *text = getenv(name);

    double_spin(text != NULL ? 1e-9 * strtod(text, NULL) : 0);
}

#endif /* SHMBCAST_TEST_DOUBLE_H */
