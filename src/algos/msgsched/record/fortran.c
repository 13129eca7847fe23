/* fortran.c: the Fortran names of functions, which call those of C.
 *
 * Open MPI's Fortran calls PMPI functions, which nobody may replace, so its
 * entries are replaced themselves: mpif.h and `use mpi` call mpi_NAME, in the
 * spelling of the compiler, `use mpi_f08` calls mpi_NAME_f08_, whose handles
 * are structures of one integer and whose ierror is optional, a null pointer.
 * MPICH's Fortran calls the C functions, but for those of mpi_f08 that have no
 * buffer.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

typedef const MPI_Fint *fint;

#ifdef OPEN_MPI

/* The addresses that stand for MPI_BOTTOM and the statuses nobody wants. */
extern MPI_Fint mpi_fortran_bottom_ __attribute__((weak));
extern MPI_Fint mpi_fortran_status_ignore_ __attribute__((weak));
extern MPI_Fint mpi_fortran_statuses_ignore_ __attribute__((weak));

#define ENTRY(name, NAME, params)                                              \
    void mpi_##name##_f08_ params;                                             \
    void mpi_##name params __attribute__((alias("mpi_" #name "_f08_")));       \
    void mpi_##name##_ params __attribute__((alias("mpi_" #name "_f08_")));    \
    void mpi_##name##__ params __attribute__((alias("mpi_" #name "_f08_")));   \
    void MPI_##NAME params __attribute__((alias("mpi_" #name "_f08_")));       \
    void mpi_##name##_f08_ params

static void *buffer_of(void *buffer)
{
    return buffer == &mpi_fortran_bottom_ ? MPI_BOTTOM : buffer;
}

static bool no_status(const MPI_Fint *status)
{
    return status == &mpi_fortran_status_ignore_;
}

static bool no_statuses(const MPI_Fint *statuses)
{
    return statuses == &mpi_fortran_statuses_ignore_;
}

#else

#define ENTRY(name, NAME, params)                                              \
    void mpi_##name##_f08_ params;                                             \
    void mpi_##name##_f08_ params

/* Only programs of Fortran have these in every version. */
#pragma weak MPI_F08_STATUS_IGNORE
#pragma weak MPI_F08_STATUSES_IGNORE

static bool no_status(const MPI_Fint *status)
{
    return &MPI_F08_STATUS_IGNORE != NULL &&
           (const void *)status == (const void *)MPI_F08_STATUS_IGNORE;
}

static bool no_statuses(const MPI_Fint *statuses)
{
    return &MPI_F08_STATUSES_IGNORE != NULL &&
           (const void *)statuses == (const void *)MPI_F08_STATUSES_IGNORE;
}

#endif

static void give_error(MPI_Fint *ierror, int rc)
{
    if (ierror != NULL)
        *ierror = rc;
}

static void give_request(MPI_Fint *request, int rc, MPI_Request r)
{
    if (rc == MPI_SUCCESS)
        *request = PMPI_Request_c2f(r);
}

static void give_status(MPI_Fint *to, const MPI_Status *from)
{
    if (!no_status(to))
        PMPI_Status_c2f(from, to);
}

/* ---- with buffers ---------------------------------------------------------
 */

#ifdef OPEN_MPI
#define SEND(name, NAME, c_name)                                               \
    ENTRY(name, NAME,                                                          \
          (void *buf, fint count, fint type, fint dest, fint tag, fint comm,   \
           MPI_Fint *ierror))                                                  \
    {                                                                          \
        give_error(ierror,                                                     \
                   c_name(buffer_of(buf), *count, PMPI_Type_f2c(*type), *dest, \
                          *tag, PMPI_Comm_f2c(*comm)));                        \
    }
SEND(send, SEND, MPI_Send)
SEND(bsend, BSEND, MPI_Bsend)
SEND(ssend, SSEND, MPI_Ssend)
SEND(rsend, RSEND, MPI_Rsend)

ENTRY(recv, RECV,
      (void *buf, fint count, fint type, fint source, fint tag, fint comm,
       MPI_Fint *status, MPI_Fint *ierror))
{
    MPI_Status s = {0};

    give_error(ierror, MPI_Recv(buffer_of(buf), *count, PMPI_Type_f2c(*type),
                                *source, *tag, PMPI_Comm_f2c(*comm), &s));
    give_status(status, &s);
}

ENTRY(sendrecv, SENDRECV,
      (void *sendbuf, fint sendcount, fint sendtype, fint dest, fint sendtag,
       void *recvbuf, fint recvcount, fint recvtype, fint source, fint recvtag,
       fint comm, MPI_Fint *status, MPI_Fint *ierror))
{
    MPI_Status s = {0};

    give_error(ierror, MPI_Sendrecv(buffer_of(sendbuf), *sendcount,
                                    PMPI_Type_f2c(*sendtype), *dest, *sendtag,
                                    buffer_of(recvbuf), *recvcount,
                                    PMPI_Type_f2c(*recvtype), *source, *recvtag,
                                    PMPI_Comm_f2c(*comm), &s));
    give_status(status, &s);
}

ENTRY(sendrecv_replace, SENDRECV_REPLACE,
      (void *buf, fint count, fint type, fint dest, fint sendtag, fint source,
       fint recvtag, fint comm, MPI_Fint *status, MPI_Fint *ierror))
{
    MPI_Status s = {0};

    give_error(ierror, MPI_Sendrecv_replace(buffer_of(buf), *count,
                                            PMPI_Type_f2c(*type), *dest,
                                            *sendtag, *source, *recvtag,
                                            PMPI_Comm_f2c(*comm), &s));
    give_status(status, &s);
}

/* Peer: where it goes to or comes from. */
#define IMMEDIATE(name, NAME, c_name)                                          \
    ENTRY(name, NAME,                                                          \
          (void *buf, fint count, fint type, fint peer, fint tag, fint comm,   \
           MPI_Fint *request, MPI_Fint *ierror))                               \
    {                                                                          \
        MPI_Request r;                                                         \
        int rc = c_name(buffer_of(buf), *count, PMPI_Type_f2c(*type), *peer,   \
                        *tag, PMPI_Comm_f2c(*comm), &r);                       \
                                                                               \
        give_request(request, rc, r);                                          \
        give_error(ierror, rc);                                                \
    }
IMMEDIATE(isend, ISEND, MPI_Isend)
IMMEDIATE(ibsend, IBSEND, MPI_Ibsend)
IMMEDIATE(issend, ISSEND, MPI_Issend)
IMMEDIATE(irsend, IRSEND, MPI_Irsend)
IMMEDIATE(irecv, IRECV, MPI_Irecv)
IMMEDIATE(send_init, SEND_INIT, MPI_Send_init)
IMMEDIATE(bsend_init, BSEND_INIT, MPI_Bsend_init)
IMMEDIATE(ssend_init, SSEND_INIT, MPI_Ssend_init)
IMMEDIATE(rsend_init, RSEND_INIT, MPI_Rsend_init)
IMMEDIATE(recv_init, RECV_INIT, MPI_Recv_init)

ENTRY(mrecv, MRECV,
      (void *buf, fint count, fint type, MPI_Fint *message, MPI_Fint *status,
       MPI_Fint *ierror))
{
    MPI_Message m = PMPI_Message_f2c(*message);
    MPI_Status s = {0};

    give_error(ierror,
               MPI_Mrecv(buffer_of(buf), *count, PMPI_Type_f2c(*type), &m, &s));
    *message = PMPI_Message_c2f(m);
    give_status(status, &s);
}

ENTRY(imrecv, IMRECV,
      (void *buf, fint count, fint type, MPI_Fint *message, MPI_Fint *request,
       MPI_Fint *ierror))
{
    MPI_Message m = PMPI_Message_f2c(*message);
    MPI_Request r;
    int rc = MPI_Imrecv(buffer_of(buf), *count, PMPI_Type_f2c(*type), &m, &r);

    *message = PMPI_Message_c2f(m);
    give_request(request, rc, r);
    give_error(ierror, rc);
}
#endif

/* ---- without --------------------------------------------------------------
 */

/* Fortran's requests in C, and room for what becomes of them. */
struct list {
    int n;
    MPI_Request *c;
    MPI_Status *statuses;
    int *indices;
};

static int open_list(struct list *l, int n, const MPI_Fint *requests)
{
    const size_t room = n > 0 ? (size_t)n : 1;

    l->n = n;
    l->c = calloc(room, sizeof(*l->c));
    l->statuses = calloc(room, sizeof(*l->statuses));
    l->indices = calloc(room, sizeof(*l->indices));
    if (l->c == NULL || l->statuses == NULL || l->indices == NULL)
        return MPI_ERR_NO_MEM;
    for (int i = 0; i < n; i++)
        l->c[i] = PMPI_Request_f2c(requests[i]);
    return MPI_SUCCESS;
}

static void close_list(struct list *l, MPI_Fint *requests)
{
    for (int i = 0; l->c != NULL && i < l->n; i++)
        requests[i] = PMPI_Request_c2f(l->c[i]);
    free(l->c);
    free(l->statuses);
    free(l->indices);
}

static void give_statuses(MPI_Fint *to, const struct list *l, int n)
{
    const size_t size = sizeof(MPI_Status) / sizeof(*to);

    for (int i = 0; !no_statuses(to) && i < n; i++)
        PMPI_Status_c2f(&l->statuses[i], to + (size_t)i * size);
}

/* Fortran counts from 1. */
static MPI_Fint index_of(int index)
{
    return index == MPI_UNDEFINED ? index : index + 1;
}

ENTRY(start, START, (MPI_Fint * request, MPI_Fint *ierror))
{
    MPI_Request r = PMPI_Request_f2c(*request);
    int rc = MPI_Start(&r);

    give_request(request, rc, r);
    give_error(ierror, rc);
}

ENTRY(startall, STARTALL, (fint count, MPI_Fint *requests, MPI_Fint *ierror))
{
    struct list l;
    int rc = open_list(&l, *count, requests);

    if (rc == MPI_SUCCESS)
        rc = MPI_Startall(l.n, l.c);
    close_list(&l, requests);
    give_error(ierror, rc);
}

ENTRY(request_free, REQUEST_FREE, (MPI_Fint * request, MPI_Fint *ierror))
{
    MPI_Request r = PMPI_Request_f2c(*request);
    int rc = MPI_Request_free(&r);

    give_request(request, rc, r);
    give_error(ierror, rc);
}

/* Those that wait have no flag: NULL. */
static void one(MPI_Fint *request, MPI_Fint *flag, MPI_Fint *status,
                MPI_Fint *ierror)
{
    MPI_Request r = PMPI_Request_f2c(*request);
    MPI_Status s = {0};
    int done = flag == NULL;
    int rc = done ? MPI_Wait(&r, &s) : MPI_Test(&r, &done, &s);

    give_request(request, rc, r);
    if (flag != NULL)
        *flag = done != 0;
    if (done)
        give_status(status, &s);
    give_error(ierror, rc);
}

ENTRY(wait, WAIT, (MPI_Fint * request, MPI_Fint *status, MPI_Fint *ierror))
{
    one(request, NULL, status, ierror);
}

ENTRY(test, TEST,
      (MPI_Fint * request, MPI_Fint *flag, MPI_Fint *status, MPI_Fint *ierror))
{
    one(request, flag, status, ierror);
}

static void all(int count, MPI_Fint *requests, MPI_Fint *flag,
                MPI_Fint *statuses, MPI_Fint *ierror)
{
    struct list l;
    int done = 0, rc = open_list(&l, count, requests);

    if (rc == MPI_SUCCESS) {
        done = flag == NULL;
        rc = done ? MPI_Waitall(l.n, l.c, l.statuses)
                  : MPI_Testall(l.n, l.c, &done, l.statuses);
        give_statuses(statuses, &l, done ? l.n : 0);
    }
    if (flag != NULL)
        *flag = done != 0;
    close_list(&l, requests);
    give_error(ierror, rc);
}

ENTRY(waitall, WAITALL,
      (fint count, MPI_Fint *requests, MPI_Fint *statuses, MPI_Fint *ierror))
{
    all(*count, requests, NULL, statuses, ierror);
}

ENTRY(testall, TESTALL,
      (fint count, MPI_Fint *requests, MPI_Fint *flag, MPI_Fint *statuses,
       MPI_Fint *ierror))
{
    all(*count, requests, flag, statuses, ierror);
}

static void any(int count, MPI_Fint *requests, MPI_Fint *index, MPI_Fint *flag,
                MPI_Fint *status, MPI_Fint *ierror)
{
    struct list l;
    int at = MPI_UNDEFINED, done = 0, rc = open_list(&l, count, requests);

    if (rc == MPI_SUCCESS) {
        done = flag == NULL;
        rc = done ? MPI_Waitany(l.n, l.c, &at, l.statuses)
                  : MPI_Testany(l.n, l.c, &at, &done, l.statuses);
    }
    if (done)
        give_status(status, l.statuses);
    *index = index_of(at);
    if (flag != NULL)
        *flag = done != 0;
    close_list(&l, requests);
    give_error(ierror, rc);
}

ENTRY(waitany, WAITANY,
      (fint count, MPI_Fint *requests, MPI_Fint *index, MPI_Fint *status,
       MPI_Fint *ierror))
{
    any(*count, requests, index, NULL, status, ierror);
}

ENTRY(testany, TESTANY,
      (fint count, MPI_Fint *requests, MPI_Fint *index, MPI_Fint *flag,
       MPI_Fint *status, MPI_Fint *ierror))
{
    any(*count, requests, index, flag, status, ierror);
}

/* MPI_Waitsome or MPI_Testsome. */
static void some(int call(int, MPI_Request[], int *, int[], MPI_Status[]),
                 int count, MPI_Fint *requests, MPI_Fint *outcount,
                 MPI_Fint *indices, MPI_Fint *statuses, MPI_Fint *ierror)
{
    struct list l;
    int n = 0, rc = open_list(&l, count, requests);

    if (rc == MPI_SUCCESS) {
        rc = call(l.n, l.c, &n, l.indices, l.statuses);
        for (int i = 0; i < n && n != MPI_UNDEFINED; i++)
            indices[i] = index_of(l.indices[i]);
        give_statuses(statuses, &l, n != MPI_UNDEFINED ? n : 0);
    }
    *outcount = n;
    close_list(&l, requests);
    give_error(ierror, rc);
}

ENTRY(waitsome, WAITSOME,
      (fint incount, MPI_Fint *requests, MPI_Fint *outcount, MPI_Fint *indices,
       MPI_Fint *statuses, MPI_Fint *ierror))
{
    some(MPI_Waitsome, *incount, requests, outcount, indices, statuses, ierror);
}

ENTRY(testsome, TESTSOME,
      (fint incount, MPI_Fint *requests, MPI_Fint *outcount, MPI_Fint *indices,
       MPI_Fint *statuses, MPI_Fint *ierror))
{
    some(MPI_Testsome, *incount, requests, outcount, indices, statuses, ierror);
}

ENTRY(mprobe, MPROBE,
      (fint source, fint tag, fint comm, MPI_Fint *message, MPI_Fint *status,
       MPI_Fint *ierror))
{
    MPI_Status s = {0};
    MPI_Message m;
    int rc = MPI_Mprobe(*source, *tag, PMPI_Comm_f2c(*comm), &m, &s);

    if (rc == MPI_SUCCESS)
        *message = PMPI_Message_c2f(m);
    give_status(status, &s);
    give_error(ierror, rc);
}

ENTRY(improbe, IMPROBE,
      (fint source, fint tag, fint comm, MPI_Fint *flag, MPI_Fint *message,
       MPI_Fint *status, MPI_Fint *ierror))
{
    MPI_Status s = {0};
    MPI_Message m;
    int found, rc;

    rc = MPI_Improbe(*source, *tag, PMPI_Comm_f2c(*comm), &found, &m, &s);
    if (rc == MPI_SUCCESS) {
        *flag = found;
        if (found) {
            *message = PMPI_Message_c2f(m);
            give_status(status, &s);
        }
    }
    give_error(ierror, rc);
}

ENTRY(finalize, FINALIZE, (MPI_Fint * ierror))
{
    give_error(ierror, MPI_Finalize());
}
