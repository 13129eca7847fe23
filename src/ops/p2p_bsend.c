/* p2p_bsend.c: the memory that buffered sends copy their message to. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include "ops/p2p_bsend.h"

#include <stdlib.h>

#if HAVE_MPI_LARGE_COUNTS
typedef MPI_Count room_t;
#define ATTACH MPI_Buffer_attach_c
#define DETACH MPI_Buffer_detach_c
#else
typedef int room_t;
#define ATTACH MPI_Buffer_attach
#define DETACH MPI_Buffer_detach
#endif

int bsend_attach(void **buffer, MPI_Count count, MPI_Datatype type)
{
    MPI_Count size, bytes;
    int rc = MPI_Type_size_x(type, &size);

    *buffer = NULL;
    if (rc != MPI_SUCCESS)
        return rc;
    /* Between machines of one kind packed data is no larger. */
    bytes = count * size + MPI_BSEND_OVERHEAD;
    if ((room_t)bytes != bytes)
        return MPI_ERR_COUNT;
    *buffer = malloc((size_t)bytes);
    if (*buffer == NULL)
        return MPI_ERR_NO_MEM;
    rc = ATTACH(*buffer, (room_t)bytes);
    if (rc != MPI_SUCCESS) {
        free(*buffer);
        *buffer = NULL;
    }
    return rc;
}

int bsend_drain(void)
{
    void *buffer;
    room_t bytes;
    int rc = DETACH(&buffer, &bytes);

    return rc != MPI_SUCCESS ? rc : ATTACH(buffer, bytes);
}

void bsend_detach(void *buffer)
{
    void *attached;
    room_t bytes;

    if (buffer != NULL)
        DETACH(&attached, &bytes);
    free(buffer);
}
