/* call.h: a call of an MPI function, which a preload library passes to its
 * part. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_CALL_H
#define PRELOAD_CALL_H

#include "front.h"

/* Form of the arguments. C passes an integer count as an int, C functions with
 * suffix _c as an MPI_Count; Fortran passes the addresses of all arguments. */
enum call_form { FORM_C, FORM_LARGE, FORM_FORTRAN };

struct preload_call {
    int kind; /* each library has its own kinds */
    enum call_form form;
    int n;         /* arguments in C; Fortran adds an error code */
    word arg[15];  /* arguments 1 to n; arg[0] is unused */
    front_fn *own; /* the function that the program called */
    int how;       /* variant; only the part sets and uses it */
};

/* The part's function for all calls: makes the call. */
typedef int preload_call_fn(struct preload_call *c);

/* Makes the call. Words beyond the function's arguments do no harm. */
static inline int preload_call_own(struct preload_call *c)
{
    const word *w = c->arg;

    return ((int (*)(FRONT_PARAMS_14))c->own)(w[1], w[2], w[3], w[4], w[5],
                                              w[6], w[7], w[8], w[9], w[10],
                                              w[11], w[12], w[13], w[14]);
}

#endif /* PRELOAD_CALL_H */
