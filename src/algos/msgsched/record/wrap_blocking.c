/* wrap_blocking.c: sends and receives that return when they are done. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "part.h"

#define SEND(c, count_t, name)                                                 \
    OPTIONAL(PMPI_##name##c)                                                   \
    int MPI_##name##c(const void *buf, count_t count, MPI_Datatype type,       \
                      int dest, int tag, MPI_Comm comm)                        \
    {                                                                          \
        int rc;                                                                \
                                                                               \
        if (!record_on())                                                      \
            return PMPI_##name##c(buf, count, type, dest, tag, comm);          \
        record_enter();                                                        \
        record_sent(comm, dest, tag, count, type);                             \
        rc = PMPI_##name##c(buf, count, type, dest, tag, comm);                \
        record_leave();                                                        \
        return rc;                                                             \
    }
BOTH_COUNTS(SEND, Send)
BOTH_COUNTS(SEND, Bsend)
BOTH_COUNTS(SEND, Ssend)
BOTH_COUNTS(SEND, Rsend)

#define RECV(c, count_t, name)                                                 \
    OPTIONAL(PMPI_##name##c)                                                   \
    int MPI_##name##c(void *buf, count_t count, MPI_Datatype type, int source, \
                      int tag, MPI_Comm comm, MPI_Status *status)              \
    {                                                                          \
        MPI_Status own;                                                        \
        int rc;                                                                \
                                                                               \
        if (!record_on())                                                      \
            return PMPI_##name##c(buf, count, type, source, tag, comm,         \
                                  status);                                     \
        if (status == MPI_STATUS_IGNORE)                                       \
            status = &own;                                                     \
        record_enter();                                                        \
        rc = PMPI_##name##c(buf, count, type, source, tag, comm, status);      \
        if (rc == MPI_SUCCESS)                                                 \
            record_received(comm, status);                                     \
        record_leave();                                                        \
        return rc;                                                             \
    }
BOTH_COUNTS(RECV, Recv)

/* Both: the parameters, the arguments, and what is sent. */
#define EXCHANGES(name, params, args, count, type)                             \
    OPTIONAL(PMPI_##name)                                                      \
    int MPI_##name params                                                      \
    {                                                                          \
        MPI_Status own;                                                        \
        int rc;                                                                \
                                                                               \
        if (status == MPI_STATUS_IGNORE)                                       \
            status = &own;                                                     \
        record_enter();                                                        \
        if (record_on())                                                       \
            record_sent(comm, dest, sendtag, count, type);                     \
        rc = PMPI_##name args;                                                 \
        if (record_on() && rc == MPI_SUCCESS)                                  \
            record_received(comm, status);                                     \
        record_leave();                                                        \
        return rc;                                                             \
    }

#define SENDRECV(c, count_t, name)                                             \
    EXCHANGES(name##c,                                                         \
              (const void *sendbuf, count_t sendcount, MPI_Datatype sendtype,  \
               int dest, int sendtag, void *recvbuf, count_t recvcount,        \
               MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,  \
               MPI_Status *status),                                            \
              (sendbuf, sendcount, sendtype, dest, sendtag, recvbuf,           \
               recvcount, recvtype, source, recvtag, comm, status),            \
              sendcount, sendtype)
BOTH_COUNTS(SENDRECV, Sendrecv)

#define SENDRECV_REPLACE(c, count_t, name)                                     \
    EXCHANGES(                                                                 \
        name##c,                                                               \
        (void *buf, count_t count, MPI_Datatype type, int dest, int sendtag,   \
         int source, int recvtag, MPI_Comm comm, MPI_Status *status),          \
        (buf, count, type, dest, sendtag, source, recvtag, comm, status),      \
        count, type)
BOTH_COUNTS(SENDRECV_REPLACE, Sendrecv_replace)

/* A message that was probed belongs to one caller. */
int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message,
               MPI_Status *status)
{
    int rc = PMPI_Mprobe(source, tag, comm, message, status);

    if (record_on() && rc == MPI_SUCCESS)
        record_probed(*message, comm);
    return rc;
}

int MPI_Improbe(int source, int tag, MPI_Comm comm, int *flag,
                MPI_Message *message, MPI_Status *status)
{
    int rc = PMPI_Improbe(source, tag, comm, flag, message, status);

    if (record_on() && rc == MPI_SUCCESS && *flag)
        record_probed(*message, comm);
    return rc;
}

#define MRECV(c, count_t, name)                                                \
    OPTIONAL(PMPI_##name##c)                                                   \
    int MPI_##name##c(void *buf, count_t count, MPI_Datatype type,             \
                      MPI_Message *message, MPI_Status *status)                \
    {                                                                          \
        uint32_t held = record_on() ? record_probed_hold(*message) : 0;        \
        MPI_Status own;                                                        \
        int rc;                                                                \
                                                                               \
        if (status == MPI_STATUS_IGNORE)                                       \
            status = &own;                                                     \
        record_enter();                                                        \
        rc = PMPI_##name##c(buf, count, type, message, status);                \
        record_probed_received(held, rc == MPI_SUCCESS ? status : NULL);       \
        record_leave();                                                        \
        return rc;                                                             \
    }
BOTH_COUNTS(MRECV, Mrecv)
