/* wrap_request.c: sends and receives that leave a request. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "part.h"

#define ISEND(c, count_t, name, how)                                           \
    OPTIONAL(PMPI_##name##c)                                                   \
    int MPI_##name##c(const void *buf, count_t count, MPI_Datatype type,       \
                      int dest, int tag, MPI_Comm comm, MPI_Request *request)  \
    {                                                                          \
        int rc = PMPI_##name##c(buf, count, type, dest, tag, comm, request);   \
                                                                               \
        if (record_on() && rc == MPI_SUCCESS)                                  \
            record_request(*request, &(struct record_what){how, comm, dest,    \
                                                           tag, count, type}); \
        return rc;                                                             \
    }
BOTH_COUNTS(ISEND, Isend, RECORD_SEND)
BOTH_COUNTS(ISEND, Ibsend, RECORD_SEND)
BOTH_COUNTS(ISEND, Issend, RECORD_SEND)
BOTH_COUNTS(ISEND, Irsend, RECORD_SEND)
BOTH_COUNTS(ISEND, Send_init, RECORD_SEND | RECORD_PERSISTENT)
BOTH_COUNTS(ISEND, Bsend_init, RECORD_SEND | RECORD_PERSISTENT)
BOTH_COUNTS(ISEND, Ssend_init, RECORD_SEND | RECORD_PERSISTENT)
BOTH_COUNTS(ISEND, Rsend_init, RECORD_SEND | RECORD_PERSISTENT)

/* MPICH's status of a receive from MPI_PROC_NULL may not say so. */
static MPI_Comm from(int source, MPI_Comm comm)
{
    return source == MPI_PROC_NULL ? MPI_COMM_NULL : comm;
}

#define IRECV(c, count_t, name, how)                                           \
    OPTIONAL(PMPI_##name##c)                                                   \
    int MPI_##name##c(void *buf, count_t count, MPI_Datatype type, int source, \
                      int tag, MPI_Comm comm, MPI_Request *request)            \
    {                                                                          \
        int rc = PMPI_##name##c(buf, count, type, source, tag, comm, request); \
                                                                               \
        if (record_on() && rc == MPI_SUCCESS)                                  \
            record_request(*request,                                           \
                           &(struct record_what){.what = how,                  \
                                                 .comm = from(source, comm)}); \
        return rc;                                                             \
    }
BOTH_COUNTS(IRECV, Irecv, RECORD_RECEIVE)
BOTH_COUNTS(IRECV, Recv_init, RECORD_RECEIVE | RECORD_PERSISTENT)

#define IMRECV(c, count_t, name)                                               \
    OPTIONAL(PMPI_##name##c)                                                   \
    int MPI_##name##c(void *buf, count_t count, MPI_Datatype type,             \
                      MPI_Message *message, MPI_Request *request)              \
    {                                                                          \
        uint32_t held = record_on() ? record_probed_hold(*message) : 0;        \
        int rc = PMPI_##name##c(buf, count, type, message, request);           \
                                                                               \
        record_probed_request(held, rc == MPI_SUCCESS ? request : NULL);       \
        return rc;                                                             \
    }
BOTH_COUNTS(IMRECV, Imrecv)

#ifdef HAVE_MPI_ISENDRECV
/* The parameters, the arguments, and what is sent. */
#define EXCHANGES(name, params, args, count, type)                             \
    OPTIONAL(PMPI_##name)                                                      \
    int MPI_##name params                                                      \
    {                                                                          \
        int rc = PMPI_##name args;                                             \
                                                                               \
        if (record_on() && rc == MPI_SUCCESS)                                  \
            record_request(*request, &(struct record_what){                    \
                                         RECORD_SEND | RECORD_RECEIVE, comm,   \
                                         dest, sendtag, count, type});         \
        return rc;                                                             \
    }

#define ISENDRECV(c, count_t, name)                                            \
    EXCHANGES(name##c,                                                         \
              (const void *sendbuf, count_t sendcount, MPI_Datatype sendtype,  \
               int dest, int sendtag, void *recvbuf, count_t recvcount,        \
               MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,  \
               MPI_Request *request),                                          \
              (sendbuf, sendcount, sendtype, dest, sendtag, recvbuf,           \
               recvcount, recvtype, source, recvtag, comm, request),           \
              sendcount, sendtype)
BOTH_COUNTS(ISENDRECV, Isendrecv)

#define ISENDRECV_REPLACE(c, count_t, name)                                    \
    EXCHANGES(                                                                 \
        name##c,                                                               \
        (void *buf, count_t count, MPI_Datatype type, int dest, int sendtag,   \
         int source, int recvtag, MPI_Comm comm, MPI_Request *request),        \
        (buf, count, type, dest, sendtag, source, recvtag, comm, request),     \
        count, type)
BOTH_COUNTS(ISENDRECV_REPLACE, Isendrecv_replace)
#endif

int MPI_Start(MPI_Request *request)
{
    int rc = PMPI_Start(request);

    if (record_on() && rc == MPI_SUCCESS)
        record_start(*request);
    return rc;
}

int MPI_Startall(int count, MPI_Request requests[])
{
    int rc = PMPI_Startall(count, requests);

    for (int i = 0; record_on() && rc == MPI_SUCCESS && i < count; i++)
        record_start(requests[i]);
    return rc;
}

int MPI_Request_free(MPI_Request *request)
{
    uint32_t held = record_on() ? record_hold_free(*request) : 0;
    int rc = PMPI_Request_free(request);

    record_request_free(held, rc == MPI_SUCCESS);
    return rc;
}
