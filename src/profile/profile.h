/* profile.h: starts and ends the recording of calls. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_PROFILE_H
#define PROFILE_PROFILE_H

#include <stdatomic.h>
#include <stdbool.h>

/* Global, because interposed functions have MPI's arguments only. */
extern atomic_bool profile_running;

/* True from MPI_Init to MPI_Finalize, if all ranks have the library. */
static inline bool profile_on(void)
{
    /* acquire: pairs with the release in preload_start() */
    return atomic_load_explicit(&profile_running, memory_order_acquire);
}

/* Call this in MPI_Finalize. Matches the calls of all ranks and writes the
 * file. Collective over MPI_COMM_WORLD. */
void profile_finish(void);

/* Call this in MPI_Abort. Writes this rank's data only, because other ranks
 * cannot be asked. */
void profile_finish_abort(void);

#endif /* PROFILE_PROFILE_H */
