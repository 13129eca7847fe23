/* late.c: a library to LD_PRELOAD behind the recorder. Calls that have freed a
 * handle return when the test program allows it (cases_handles.c). */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>
#include <stdbool.h>

extern void return_late(bool gone);

#define LATE(name, params, args, gone)                                         \
    int MPI_##name params                                                      \
    {                                                                          \
        int rc = PMPI_##name args;                                             \
                                                                               \
        return_late(gone);                                                     \
        return rc;                                                             \
    }
#define GONE (*request == MPI_REQUEST_NULL)

LATE(Wait, (MPI_Request * request, MPI_Status *s), (request, s), GONE)
LATE(Waitall, (int n, MPI_Request *request, MPI_Status *s), (n, request, s),
     GONE)
LATE(Testany,
     (int n, MPI_Request *request, int *index, int *flag, MPI_Status *s),
     (n, request, index, flag, s), GONE)
LATE(Testsome,
     (int n, MPI_Request *request, int *out_n, int *indices, MPI_Status *s),
     (n, request, out_n, indices, s), GONE)
LATE(Request_free, (MPI_Request * request), (request), GONE)
LATE(Mrecv,
     (void *buf, int n, MPI_Datatype type, MPI_Message *message, MPI_Status *s),
     (buf, n, type, message, s), *message == MPI_MESSAGE_NULL)
