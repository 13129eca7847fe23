/* call.h: a call that libmsgsched-record.so hands to the part that knows MPI.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_CALL_H
#define RECORD_CALL_H

#include "algos/preload/front.h"

/* What the part does with a call. */
enum record_shape {
    SHAPE_SEND,
    SHAPE_RECV,
    SHAPE_SENDRECV,
    SHAPE_ISEND,
    SHAPE_IRECV,
    SHAPE_ISENDRECV,
    SHAPE_SEND_INIT,
    SHAPE_RECV_INIT,
    SHAPE_PROBE,
    SHAPE_IPROBE,
    SHAPE_MRECV,
    SHAPE_IMRECV,
    SHAPE_START,
    SHAPE_STARTALL,
    SHAPE_FREE,
    SHAPE_WAIT,
    SHAPE_TEST,
    SHAPE_WAITALL,
    SHAPE_TESTALL,
    SHAPE_WAITANY,
    SHAPE_TESTANY,
    SHAPE_WAITSOME,
    SHAPE_TESTSOME,
    SHAPE_FINALIZE,
    SHAPE_MAKES,      /* a communicator, the last argument, of the first */
    SHAPE_EVERYBODY,  /* collective; all ranks of the last argument wait */
    SHAPE_COLLECTIVE, /* other collective calls */
    SHAPE_ONE_SIDED,
    SHAPE_PARTITIONED
};

/* An integer count is an int in C, an MPI_Count in C's functions with _c, and
 * in Fortran, as all that is no buffer, an address. */
enum record_form { FORM_C, FORM_LARGE, FORM_FORTRAN };

struct record_call {
    enum record_shape shape;
    enum record_form form;
    int n;         /* arguments in C; Fortran has the error code after them */
    word arg[15];  /* from 1 */
    front_fn *own; /* the program's own function */
};

/* The part's only function: records the call and makes it. */
typedef int record_call_fn(struct record_call *c);
record_call_fn msgsched_record_call;

/* Makes the call. A function does not look at words after its arguments. */
static inline int record_call_own(struct record_call *c)
{
    const word *w = c->arg;

    return ((int (*)(FRONT_PARAMS_14))c->own)(w[1], w[2], w[3], w[4], w[5],
                                              w[6], w[7], w[8], w[9], w[10],
                                              w[11], w[12], w[13], w[14]);
}

#endif /* RECORD_CALL_H */
