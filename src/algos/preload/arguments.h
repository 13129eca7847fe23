/* arguments.h: reads the arguments of a call from C or Fortran. For code that
 * is linked with MPI. Arguments are numbered from 1. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_ARGUMENTS_H
#define PRELOAD_ARGUMENTS_H

#include "algos/type.h"
#include "call.h"
#include "fint.h"

static inline bool is_fortran(const struct preload_call *c)
{
    return c->form == FORM_FORTRAN;
}

/* Returns the k-th argument as a pointer. In Fortran every argument is one, in
 * C only outputs are. */
static inline int *pointed(const struct preload_call *c, int k)
{
    _Static_assert(sizeof(MPI_Fint) == sizeof(int), "integers of Fortran");
    return (int *)c->arg[k];
}

static inline int integer(const struct preload_call *c, int k)
{
    return is_fortran(c) ? *pointed(c, k) : (int)c->arg[k];
}

/* Returns a count of type int or MPI_Count. */
static inline MPI_Count count_of(const struct preload_call *c, int k)
{
    return c->form == FORM_LARGE ? (MPI_Count)c->arg[k] : integer(c, k);
}

static inline MPI_Comm comm_of(const struct preload_call *c, int k)
{
    return is_fortran(c) ? PMPI_Comm_f2c(*pointed(c, k)) : (MPI_Comm)c->arg[k];
}

static inline MPI_Datatype type_of(const struct preload_call *c, int k)
{
    return is_fortran(c) ? PMPI_Type_f2c(*pointed(c, k))
                         : (MPI_Datatype)c->arg[k];
}

/* Converts the i-th handle of the array that the k-th argument points to. */
#define HANDLES(type, c, k, i)                                                 \
    (is_fortran(c) ? PMPI_##type##_f2c(pointed(c, k)[i])                       \
                   : ((MPI_##type *)c->arg[k])[i])

/* weak: the MPI library may be older than its header and lack this function */
extern __typeof__(AS_COUNT(PMPI_Type_size)) AS_COUNT(PMPI_Type_size)
    __attribute__((weak));

/* Returns the bytes of [count] elements. */
static inline int64_t bytes_of(MPI_Count count, MPI_Datatype type)
{
    MPI_Count large = 0;
    int size = 0;

    if (count <= 0 || type == MPI_DATATYPE_NULL)
        return 0;
    PMPI_Type_size(type, &size);
    if (size != MPI_UNDEFINED)
        large = size;
    else if (AS_COUNT(PMPI_Type_size) != NULL)
        AS_COUNT(PMPI_Type_size)(type, &large);
    return (int64_t)(count * large);
}

/* Makes the call and returns its error code. An mpi_f08 program may have
 * omitted the ierror argument. */
static inline int call_make(struct preload_call *c)
{
    MPI_Fint error = MPI_SUCCESS;
    int rc;

    if (is_fortran(c) && c->arg[c->n + 1] == 0)
        c->arg[c->n + 1] = (word)&error;
    rc = preload_call_own(c);
    return is_fortran(c) ? *pointed(c, c->n + 1) : rc;
}

#endif /* PRELOAD_ARGUMENTS_H */
