/* wrap.c: functions in front of MPI's, which call the recorder.
 *
 * Each does what MPI's does, and says what that sent, received or made. Those
 * that complete requests are in wrap_complete.c.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "comms.h"
#include "finish.h"
#include "recorder.h"

/*
 * A function that not every version of an MPI has, nor every library of it: a
 * program that calls it has it, and others are recorded without it.
 */
#define OPTIONAL(name) OPTIONAL_TEXT(weak name)
#define OPTIONAL_TEXT(text) _Pragma(#text)

/*
 * Functions with a count come in one or two forms: FORM is used with the ending
 * of the name and the type of the count.
 */
#ifdef HAVE_MPI_LARGE_COUNTS
#define BOTH_COUNTS(FORM, ...)                                                 \
    FORM(, int, __VA_ARGS__)                                                   \
    FORM(_c, MPI_Count, __VA_ARGS__)
#else
#define BOTH_COUNTS(FORM, ...) FORM(, int, __VA_ARGS__)
#endif

/* ---- blocking -------------------------------------------------------------
 */

#define SEND(c, count_t, name)                                                 \
    OPTIONAL(PMPI_##name##c)                                                   \
    int MPI_##name##c(const void *buf, count_t count, MPI_Datatype type,       \
                      int dest, int tag, MPI_Comm comm)                        \
    {                                                                          \
        record_enter();                                                        \
        record_sent(comm, dest, tag, count, type);                             \
        return record_leave(                                                   \
            PMPI_##name##c(buf, count, type, dest, tag, comm));                \
    }
BOTH_COUNTS(SEND, Send)
BOTH_COUNTS(SEND, Bsend)
BOTH_COUNTS(SEND, Ssend)
BOTH_COUNTS(SEND, Rsend)

static MPI_Status *wanted(MPI_Status *status, MPI_Status *own)
{
    return status == MPI_STATUS_IGNORE ? own : status;
}

/* Those that receive: the parameters, the arguments, and what is done first. */
#define RECEIVES(name, params, args, before)                                   \
    OPTIONAL(PMPI_##name)                                                      \
    int MPI_##name params                                                      \
    {                                                                          \
        MPI_Status own;                                                        \
                                                                               \
        status = wanted(status, &own);                                         \
        record_enter();                                                        \
        before;                                                                \
        return record_received(PMPI_##name args, comm, status);                \
    }

#define RECV(c, count_t, name)                                                 \
    RECEIVES(name##c,                                                          \
             (void *buf, count_t count, MPI_Datatype type, int source,         \
              int tag, MPI_Comm comm, MPI_Status *status),                     \
             (buf, count, type, source, tag, comm, status), (void)0)
BOTH_COUNTS(RECV, Recv)

#define SENDRECV(c, count_t, name)                                             \
    RECEIVES(name##c,                                                          \
             (const void *sendbuf, count_t sendcount, MPI_Datatype sendtype,   \
              int dest, int sendtag, void *recvbuf, count_t recvcount,         \
              MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,   \
              MPI_Status *status),                                             \
             (sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, \
              recvtype, source, recvtag, comm, status),                        \
             record_sent(comm, dest, sendtag, sendcount, sendtype))
BOTH_COUNTS(SENDRECV, Sendrecv)

#define SENDRECV_REPLACE(c, count_t, name)                                     \
    RECEIVES(name##c,                                                          \
             (void *buf, count_t count, MPI_Datatype type, int dest,           \
              int sendtag, int source, int recvtag, MPI_Comm comm,             \
              MPI_Status *status),                                             \
             (buf, count, type, dest, sendtag, source, recvtag, comm, status), \
             record_sent(comm, dest, sendtag, count, type))
BOTH_COUNTS(SENDRECV_REPLACE, Sendrecv_replace)

/* A message that was probed belongs to one caller. */
int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message,
               MPI_Status *status)
{
    int rc = PMPI_Mprobe(source, tag, comm, message, status);

    return record_probed(rc, rc == MPI_SUCCESS, message, comm);
}

int MPI_Improbe(int source, int tag, MPI_Comm comm, int *flag,
                MPI_Message *message, MPI_Status *status)
{
    int rc = PMPI_Improbe(source, tag, comm, flag, message, status);

    return record_probed(rc, rc == MPI_SUCCESS && *flag, message, comm);
}

#define MRECV(c, count_t, name)                                                \
    OPTIONAL(PMPI_##name##c)                                                   \
    int MPI_##name##c(void *buf, count_t count, MPI_Datatype type,             \
                      MPI_Message *message, MPI_Status *status)                \
    {                                                                          \
        uint32_t held = record_probed_hold(*message);                          \
        MPI_Status own;                                                        \
        int rc;                                                                \
                                                                               \
        status = wanted(status, &own);                                         \
        record_enter();                                                        \
        rc = PMPI_##name##c(buf, count, type, message, status);                \
        record_probed_received(held, rc == MPI_SUCCESS ? status : NULL);       \
        return record_leave(rc);                                               \
    }
BOTH_COUNTS(MRECV, Mrecv)

/* ---- requests -------------------------------------------------------------
 */

/* Those that make one: the parameters, the arguments, and what it is for. */
#define REQUESTS(name, params, args, ...)                                      \
    OPTIONAL(PMPI_##name)                                                      \
    int MPI_##name params                                                      \
    {                                                                          \
        return record_request(PMPI_##name args, request,                       \
                              &(struct record_what){__VA_ARGS__});             \
    }

#define ISEND(c, count_t, name, how)                                           \
    REQUESTS(name##c,                                                          \
             (const void *buf, count_t count, MPI_Datatype type, int dest,     \
              int tag, MPI_Comm comm, MPI_Request *request),                   \
             (buf, count, type, dest, tag, comm, request), how, comm, dest,    \
             tag, count, type)
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
    REQUESTS(name##c,                                                          \
             (void *buf, count_t count, MPI_Datatype type, int source,         \
              int tag, MPI_Comm comm, MPI_Request *request),                   \
             (buf, count, type, source, tag, comm, request), .what = how,      \
             .comm = from(source, comm))
BOTH_COUNTS(IRECV, Irecv, RECORD_RECEIVE)
BOTH_COUNTS(IRECV, Recv_init, RECORD_RECEIVE | RECORD_PERSISTENT)

#define IMRECV(c, count_t, name)                                               \
    OPTIONAL(PMPI_##name##c)                                                   \
    int MPI_##name##c(void *buf, count_t count, MPI_Datatype type,             \
                      MPI_Message *message, MPI_Request *request)              \
    {                                                                          \
        uint32_t held = record_probed_hold(*message);                          \
        int rc = PMPI_##name##c(buf, count, type, message, request);           \
                                                                               \
        record_probed_request(held, rc == MPI_SUCCESS ? request : NULL);       \
        return rc;                                                             \
    }
BOTH_COUNTS(IMRECV, Imrecv)

#ifdef HAVE_MPI_ISENDRECV
#define ISENDRECV(c, count_t, name)                                            \
    REQUESTS(name##c,                                                          \
             (const void *sendbuf, count_t sendcount, MPI_Datatype sendtype,   \
              int dest, int sendtag, void *recvbuf, count_t recvcount,         \
              MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,   \
              MPI_Request *request),                                           \
             (sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, \
              recvtype, source, recvtag, comm, request),                       \
             RECORD_SEND | RECORD_RECEIVE, comm, dest, sendtag, sendcount,     \
             sendtype)
BOTH_COUNTS(ISENDRECV, Isendrecv)

#define ISENDRECV_REPLACE(c, count_t, name)                                    \
    REQUESTS(                                                                  \
        name##c,                                                               \
        (void *buf, count_t count, MPI_Datatype type, int dest, int sendtag,   \
         int source, int recvtag, MPI_Comm comm, MPI_Request *request),        \
        (buf, count, type, dest, sendtag, source, recvtag, comm, request),     \
        RECORD_SEND | RECORD_RECEIVE, comm, dest, sendtag, count, type)
BOTH_COUNTS(ISENDRECV_REPLACE, Isendrecv_replace)
#endif

int MPI_Start(MPI_Request *request)
{
    int rc = PMPI_Start(request);

    if (rc == MPI_SUCCESS)
        record_start(1, request);
    return rc;
}

int MPI_Startall(int count, MPI_Request requests[])
{
    int rc = PMPI_Startall(count, requests);

    if (rc == MPI_SUCCESS)
        record_start(count, requests);
    return rc;
}

int MPI_Request_free(MPI_Request *request)
{
    uint32_t held = record_hold_free(*request);
    int rc = PMPI_Request_free(request);

    record_request_free(held, rc == MPI_SUCCESS);
    return rc;
}

/* ---- communicators --------------------------------------------------------
 */

/* Those that all ranks of the parent call: its arguments, and the parent. */
#define MAKES(name, params, args, parent)                                      \
    int MPI_##name params                                                      \
    {                                                                          \
        int rc = PMPI_##name args;                                             \
                                                                               \
        if (record_on() && rc == MPI_SUCCESS)                                  \
            comms_made(parent, *made);                                         \
        return rc;                                                             \
    }

MAKES(Comm_dup, (MPI_Comm comm, MPI_Comm *made), (comm, made), comm)
MAKES(Comm_dup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm *made),
      (comm, info, made), comm)
MAKES(Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm *made),
      (comm, color, key, made), comm)
MAKES(Comm_split_type,
      (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *made),
      (comm, type, key, info, made), comm)
MAKES(Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm *made),
      (comm, group, made), comm)
MAKES(Cart_create,
      (MPI_Comm comm, int ndims, const int dims[], const int periods[],
       int reorder, MPI_Comm *made),
      (comm, ndims, dims, periods, reorder, made), comm)
MAKES(Cart_sub, (MPI_Comm comm, const int remain[], MPI_Comm *made),
      (comm, remain, made), comm)
MAKES(Graph_create,
      (MPI_Comm comm, int nnodes, const int index[], const int edges[],
       int reorder, MPI_Comm *made),
      (comm, nnodes, index, edges, reorder, made), comm)
MAKES(Dist_graph_create,
      (MPI_Comm comm, int n, const int sources[], const int degrees[],
       const int destinations[], const int weights[], MPI_Info info,
       int reorder, MPI_Comm *made),
      (comm, n, sources, degrees, destinations, weights, info, reorder, made),
      comm)
MAKES(Dist_graph_create_adjacent,
      (MPI_Comm comm, int indegree, const int sources[],
       const int sourceweights[], int outdegree, const int destinations[],
       const int destweights[], MPI_Info info, int reorder, MPI_Comm *made),
      (comm, indegree, sources, sourceweights, outdegree, destinations,
       destweights, info, reorder, made),
      comm)

/* ---- MPI_Finalize, and what the front calls -------------------------------
 */

int MPI_Finalize(void)
{
    record_finish();
    return PMPI_Finalize();
}

void msgsched_record_counted(uintptr_t call, uintptr_t none)
{
    (void)none;
    record_call((enum other_call)call);
}

void msgsched_record_everybody(uintptr_t comm, uintptr_t none)
{
    (void)none;
    record_everybody((MPI_Comm)comm);
}

static MPI_Comm comm_f(uintptr_t address)
{
    return PMPI_Comm_f2c(*(const MPI_Fint *)address);
}

void msgsched_record_everybody_f(uintptr_t comm, uintptr_t none)
{
    (void)none;
    record_everybody(comm_f(comm));
}

void msgsched_record_made_f(uintptr_t comm, uintptr_t made)
{
    if (record_on())
        comms_made(comm_f(comm), comm_f(made));
}
