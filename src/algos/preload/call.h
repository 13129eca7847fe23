/* call.h: an MPI call that a preload library passes to its MPI part
 * (front.h). */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_CALL_H
#define PRELOAD_CALL_H

#include "front.h"

/* How arguments are passed. C passes a count as an int, or as an MPI_Count if
 * the function ends in _c. Fortran passes the addresses of all arguments. */
enum call_form { FORM_C, FORM_LARGE, FORM_FORTRAN };

struct preload_call {
    int kind; /* each preload library has its own kinds */
    enum call_form form;
    int n;         /* arguments in C; Fortran adds an error code */
    word arg[15];  /* arguments 1 to n; arg[0] is unused */
    front_fn *own; /* the function that the program called */
    int how;       /* variant; used by the MPI part alone */
};

/* The function in the MPI part that makes all intercepted calls. */
typedef int preload_call_fn(struct preload_call *c);

/* Makes the call with 14 arguments. A function with fewer ignores the rest. */
static inline int preload_call_own(struct preload_call *c)
{
    const word *w = c->arg;

    return ((int (*)(FRONT_PARAMS_14))c->own)(w[1], w[2], w[3], w[4], w[5],
                                              w[6], w[7], w[8], w[9], w[10],
                                              w[11], w[12], w[13], w[14]);
}

#endif /* PRELOAD_CALL_H */
