/* double.h: a double of a machine whose copies take longer than this one's. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_TEST_DOUBLE_H
#define SHMBCAST_TEST_DOUBLE_H

#include <stdlib.h>

#include "../clock.h"

/*
 * The environment says how much longer, in nanoseconds:
 *
 *   DOUBLE_PULL=NS  a call of process_vm_readv() or process_vm_writev(), by
 *                   tests/preload-pull.c
 *   DOUBLE_RING=NS  a message that goes through a ring, for the root and for
 *                   each of the others, by auto_life.c
 *
 * Spin as long as the variable [name] says.
 */
static inline void double_slow(const char *name)
{
    const char *text = getenv(name);
    double end = sb_now() + (text != NULL ? 1e-9 * strtod(text, NULL) : 0);

    while (sb_now() < end)
        ;
}

#endif /* SHMBCAST_TEST_DOUBLE_H */
