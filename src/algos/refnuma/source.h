/* source.h: pages fetched from their owners at the first touch. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_SOURCE_H
#define REFNUMA_SOURCE_H

#include <mpi.h>
#include "layout.h"
#include "mirror.h"

/*
 * On one node: the memory of all owners, of each from its first own page to its
 * last. Opened after the mirrors of all ranks; collective. MPI_SUCCESS on all
 * ranks, or the same failure on all. The mirror's fill() is then
 * rn_source_fill().
 */
struct rn_home {
    const char *mapped; /* NULL: this rank, or one without pages */
    uint64_t first;     /* page */
    size_t bytes;
};
struct rn_source {
    const struct rn_layout *layout;
    struct rn_home *homes; /* of each rank */
};
int rn_source_open(struct rn_source *s, MPI_Comm comm,
                   const struct rn_layout *layout, struct rn_mirror *m);
void rn_source_close(struct rn_source *s); /* or one that is all zero */
bool rn_source_fill(void *source, uint64_t page, void *to); /* rn_fill_fn */

/*
 * Across nodes: a window over own pages of every rank, and a thread that reads
 * the events of userfaultfd, gets pages by MPI_Get and opens them. Needs
 * MPI_THREAD_MULTIPLE. A fault lasts until its owner calls MPI next.
 * Collective. The mirror's uffd has no `signal`; its fill() is then the remote
 * one's.
 */
struct rn_remote;
int rn_remote_open(struct rn_remote **r, MPI_Comm comm,
                   const struct rn_layout *layout, struct rn_mirror *m);
void rn_remote_close(struct rn_remote **r);

/* Does this MPI library have windows for it, between these ranks? Collective,
 * the same on all. Asked with MPI_THREAD_MULTIPLE only. */
bool rn_remote_windows(MPI_Comm comm);

#endif /* REFNUMA_SOURCE_H */
