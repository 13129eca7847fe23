/* double.h: a double of a machine whose copies take longer than this one's. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_TEST_DOUBLE_H
#define SHMBCAST_TEST_DOUBLE_H

#include <stddef.h>
#include <stdint.h>

/*
 * The environment says how much longer, in nanoseconds, and as many more for
 * each page of 4 KiB:
 *
 *   DOUBLE_PULL=NS:NS  a call of process_vm_readv() or process_vm_writev(), by
 *                      tests/preload-pull.c
 *   DOUBLE_RING=NS:NS  a message that goes through a ring, for the root and for
 *                      each of the others, by double_ring.c
 *   DOUBLE_SWITCH=FILE made if it is not there, for all processes that name it:
 *                      what is slow from now on, at first nothing. Without it
 *                      both are, from the beginning.
 */
enum double_part { DOUBLE_PULL = 1, DOUBLE_RING = 2 };

/* Spin as much longer as [part] takes for [nbytes], if it is slow now. */
void double_slow(enum double_part part, size_t nbytes);

/* What is slow from now on: a sum of parts. */
void double_switch(unsigned parts);

/* How often [part] has been slow, in all processes with the same file. */
uint32_t double_times(enum double_part part);

#endif /* SHMBCAST_TEST_DOUBLE_H */
