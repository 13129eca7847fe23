/* charge.h: copies that take time where time is simulated. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_CHARGE_H
#define MSGSCHED_CHARGE_H

#include <stddef.h>

/*
 * Call it for messages that were packed, unpacked or copied, with their number
 * and their bytes. Does nothing where time is real. In a simulation a copy
 * takes no time by itself; this makes the rank spend what the host needs for
 * the bytes and one cache line more for each message. The platform says how
 * fast that is: a flop of its hosts is a byte copied, `speed` what one core
 * copies in a second, and `core` how many copies go at that speed at a time.
 */
void ms_charge(size_t messages, size_t bytes);

#endif /* MSGSCHED_CHARGE_H */
