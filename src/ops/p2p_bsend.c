/* p2p_bsend.c: the memory that buffered sends copy their message to. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include "ops/p2p_bsend.h"

#include <stdlib.h>
#include "algos/counts.h"
#include "ops/layout.h"

#if HAVE_MPI_LARGE_COUNTS
typedef MPI_Count room_t;
#define ATTACH MPI_Buffer_attach_c
#define DETACH MPI_Buffer_detach_c
#else
typedef int room_t;
#define ATTACH MPI_Buffer_attach
#define DETACH MPI_Buffer_detach
#endif

int bsend_open(void **state, struct op_args *a, char **cause)
{
    MPI_Count bytes;
    int rc = AS_COUNT(MPI_Type_size)(a->type, &bytes);

    (void)cause;
    if (rc != MPI_SUCCESS || !layout_at(AT_ORIGIN, a))
        return rc;
    /* Between machines of one kind packed data is no larger. */
    bytes = a->count * bytes + MPI_BSEND_OVERHEAD;
    if ((room_t)bytes != bytes)
        return MPI_ERR_COUNT;
    *state = malloc((size_t)bytes);
    if (*state == NULL)
        return MPI_ERR_NO_MEM;
    rc = ATTACH(*state, (room_t)bytes);
    if (rc != MPI_SUCCESS) {
        free(*state);
        *state = NULL;
    }
    return rc;
}

/* Waits until the message has left the memory, so that the next one finds
 * room: MPI need not see by itself that the last one has arrived. */
int bsend_after(void *state, const struct op_args *a)
{
    void *buffer;
    room_t bytes;
    int rc;

    (void)a;
    if (state == NULL)
        return MPI_SUCCESS;
    rc = DETACH(&buffer, &bytes);
    return rc != MPI_SUCCESS ? rc : ATTACH(buffer, bytes);
}

void bsend_close(void *state, struct op_args *a)
{
    void *attached;
    room_t bytes;

    (void)a;
    if (state != NULL)
        DETACH(&attached, &bytes);
    free(state);
}
