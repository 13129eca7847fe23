/* learned.h: what the broadcasts of communicators have learned: kept in the
 * user's file, and reported. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_LEARNED_H
#define PRELOAD_LEARNED_H

#include "channel.h"

/* The handle was made, for [here]: takes what is in the file, unless the
 * process has learned with these ranks. Not collective, nor is the next. */
void learned_begin(struct channel *ch, MPI_Comm here,
                   const struct settings *settings);

/* The handle is going to be freed: writes the file, keeps a table for the
 * report. */
void learned_end(struct channel *ch, const struct settings *settings);

/* The tables of this rank, one for each set of ranks that it was a root among;
 * they are gone then. */
void learned_report(FILE *out, int rank);

#endif /* PRELOAD_LEARNED_H */
