/* double.h: a double of a machine whose copies take longer than this one's. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_TEST_DOUBLE_H
#define SHMBCAST_TEST_DOUBLE_H

/*
 * The environment says how much longer, in nanoseconds:
 *
 *   DOUBLE_PULL=NS  a call of process_vm_readv() or process_vm_writev(), by
 *                   tests/preload-pull.c
 *   DOUBLE_RING=NS  a message that goes through a ring, for the root and for
 *                   each of the others, by double_ring.c
 *
 * Spin as long as the variable [name] says.
 */
void double_slow(const char *name);

#endif /* SHMBCAST_TEST_DOUBLE_H */
