/* p2p_bsend.h: the memory that buffered sends copy their message to. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_P2P_BSEND_H
#define OPS_P2P_BSEND_H

#include <mpi.h>

/* Attaches memory for one message; an MPI error code and *buffer NULL when
 * there is none. Detach with bsend_detach(), which a NULL does no harm. */
int bsend_attach(void **buffer, MPI_Count count, MPI_Datatype type);
void bsend_detach(void *buffer);

/* Waits until the message has left the memory, so that the next one finds
 * room: MPI need not see by itself that the last one has arrived. */
int bsend_drain(void);

#endif /* OPS_P2P_BSEND_H */
