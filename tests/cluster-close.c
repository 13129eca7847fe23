/* cluster-close.c: MPI_Finalize of MPICH 4.0 over UCX's TCP that ends.
 *
 * By LD_PRELOAD. MPICH has UCX close its endpoints and waits for that; over TCP
 * this takes an answer of the peer, which may be in the process manager's
 * barrier already and answers no more. Ranks that have said all they had to say
 * need not wait: the connections are closed after that barrier anyway. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stddef.h>

void *ucp_disconnect_nb(void *endpoint);

/* NULL: done at once. */
void *ucp_disconnect_nb(void *endpoint)
{
    (void)endpoint;
    return NULL;
}
