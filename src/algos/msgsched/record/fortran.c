/* fortran.c: functions with buffers in Open MPI's Fortran. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "fortran.h"

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
