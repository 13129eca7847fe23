/* call.h: a call that libmsgsched-record.so passes to its MPI part. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_CALL_H
#define RECORD_CALL_H

#include "algos/preload/front.h"

/* Kinds of calls: name, its function in calls.c, and variant (`how`). */
#define RECORD_KINDS(KIND)                                                     \
    KIND(SEND, blocking, RECORD_SEND)                                          \
    KIND(RECV, blocking, RECORD_RECEIVE)                                       \
    KIND(SENDRECV, blocking, RECORD_SEND | RECORD_RECEIVE)                     \
    KIND(ISEND, request, RECORD_SEND)                                          \
    KIND(IRECV, request, RECORD_RECEIVE)                                       \
    KIND(ISENDRECV, request, RECORD_SEND | RECORD_RECEIVE)                     \
    KIND(SEND_INIT, request, RECORD_SEND | RECORD_PERSISTENT)                  \
    KIND(RECV_INIT, request, RECORD_RECEIVE | RECORD_PERSISTENT)               \
    KIND(PROBE, probe, 0)                                                      \
    KIND(IPROBE, probe, FLAG)                                                  \
    KIND(MRECV, mrecv, 0)                                                      \
    KIND(IMRECV, imrecv, 0)                                                    \
    KIND(START, start, ONE)                                                    \
    KIND(STARTALL, start, 0)                                                   \
    KIND(FREE, request_free, 0)                                                \
    KIND(WAIT, complete, ONE)                                                  \
    KIND(TEST, complete, ONE | FLAG)                                           \
    KIND(WAITALL, complete, 0)                                                 \
    KIND(TESTALL, complete, FLAG)                                              \
    KIND(WAITANY, complete_by_index, INDEX)                                    \
    KIND(TESTANY, complete_by_index, INDEX | FLAG)                             \
    KIND(WAITSOME, complete_by_index, LIST)                                    \
    KIND(TESTSOME, complete_by_index, LIST)                                    \
    KIND(FINALIZE, finalize, 0)                                                \
    KIND(MAKES, makes_comm, 0)                                                 \
    KIND(EVERYBODY, counted, CALLS_COLLECTIVE)                                 \
    KIND(COLLECTIVE, counted, CALLS_COLLECTIVE)                                \
    KIND(ONE_SIDED, counted, CALLS_ONE_SIDED)                                  \
    KIND(PARTITIONED, counted, CALLS_PARTITIONED)

enum record_kind {
#define KIND(name, function, how) KIND_##name,
    RECORD_KINDS(KIND)
#undef KIND
};

/* Form of the arguments. C passes an integer count as an int, C functions with
 * suffix _c as an MPI_Count; Fortran passes the addresses of all arguments. */
enum record_form { FORM_C, FORM_LARGE, FORM_FORTRAN };

struct record_call {
    enum record_kind kind;
    enum record_form form;
    int n;         /* arguments in C; Fortran adds an error code */
    word arg[15];  /* arguments 1 to n; arg[0] is unused */
    front_fn *own; /* the function that the program called */
    int how;       /* variant, from the table; the MPI part sets it */
};

/* The MPI part's only exported function: records the call and makes it. */
typedef int record_call_fn(struct record_call *c);
record_call_fn msgsched_record_call;

/* Makes the call. Words beyond the function's arguments do no harm. */
static inline int record_call_own(struct record_call *c)
{
    const word *w = c->arg;

    return ((int (*)(FRONT_PARAMS_14))c->own)(w[1], w[2], w[3], w[4], w[5],
                                              w[6], w[7], w[8], w[9], w[10],
                                              w[11], w[12], w[13], w[14]);
}

#endif /* RECORD_CALL_H */
