/* charge.c: copies under SMPI. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "algos/msgsched/charge.h"

#include "config.h"
#include <mpi.h>

void ms_charge(size_t messages, size_t bytes)
{
#ifdef HAVE_SMPI
    enum { CACHE_LINE = 64 };

    smpi_execute_flops((double)(bytes + messages * CACHE_LINE));
#else
    (void)messages, (void)bytes;
#endif
}
