/* pack.h: messages into a bundle and out of it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_PACK_H
#define MSGSCHED_PACK_H

#include "side.h"

/* Address of the byte at displ from base, which may be MPI_BOTTOM. */
char *ms_address(const void *base, MPI_Aint displ);

/* Pieces of wire message w, between where they are from base on and its place
 * in side->stage. comm is needed for MPI_Pack(). MPI_SUCCESS or an error. */
int ms_pack(const struct ms_side *side, const struct ms_wire *w,
            const void *base, MPI_Comm comm);
int ms_unpack(const struct ms_side *side, const struct ms_wire *w, void *base,
              MPI_Comm comm);

#endif /* MSGSCHED_PACK_H */
