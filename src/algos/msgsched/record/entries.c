/* entries.c: the MPI functions that libmsgsched-record.so intercepts. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "call.h"

const struct front_product front_product = {
    .name = "msgsched-record",
    .part = "libmsgsched-record-mpi.so",
    .aside = "nothing is recorded",
    .functions = (const char *const[]){"MPI_Finalize", NULL},
};

/* Returns the MPI part's function; without that part, record_call_own(). */
static record_call_fn *recorder(void *caller)
{
    static _Atomic(record_call_fn *) known;
    /* acquire: pairs with the release below, after the part is loaded */
    record_call_fn *found = atomic_load_explicit(&known, memory_order_acquire);
    bool final;

    if (found != NULL)
        return found;
    found =
        (record_call_fn *)front_part("msgsched_record_call", caller, &final);
    if (found == NULL)
        found = record_call_own;
    /* release: pairs with the acquire above */
    if (final)
        atomic_store_explicit(&known, found, memory_order_release);
    return found;
}

static int record(const char *name, _Atomic(front_fn *) *known, void *caller,
                  struct record_call *c)
{
    /* relaxed: the function exists before this library is used */
    c->own = atomic_load_explicit(known, memory_order_relaxed);
    if (c->own == NULL) {
        c->own = front_own(name, caller);
        /* relaxed: for the same reason */
        atomic_store_explicit(known, c->own, memory_order_relaxed);
    }
    return recorder(caller)(c);
}

/* Defines the function [name], which has [words] arguments, n of them in C. */
#define ENTRY(name, words, n, kind, form)                                      \
    int name(FRONT_PARAMS_##words);                                            \
    int name(FRONT_PARAMS_##words)                                             \
    {                                                                          \
        static _Atomic(front_fn *) own;                                        \
                                                                               \
        return record(#name, &own, __builtin_return_address(0),                \
                      &(struct record_call){KIND_##kind,                       \
                                            FORM_##form,                       \
                                            n,                                 \
                                            {0, FRONT_ARGS_##words},           \
                                            NULL,                              \
                                            0});                               \
    }

FRONT_INITS
FRONT_FREES

/* ---- C ------------------------------------------------------------------- */

#define PLAIN(kind, name, NAME, lower, n, nf) ENTRY(MPI_##name, n, n, kind, C)
#define BUFFER PLAIN
#ifdef HAVE_MPI_LARGE_COUNTS
#define COUNT(kind, name, NAME, lower, n, nf)                                  \
    ENTRY(MPI_##name, n, n, kind, C)                                           \
    ENTRY(MPI_##name##_c, n, n, kind, LARGE)
#else
#define COUNT PLAIN
#endif
#ifdef HAVE_MPI_ISENDRECV
COUNT(ISENDRECV, Isendrecv, , , 12, )
COUNT(ISENDRECV, Isendrecv_replace, , , 9, )
#endif
#ifdef HAVE_MPI_PARTITIONED
PLAIN(PARTITIONED, Psend_init, , , 9, )
#endif
#include "entries.def"

/* ---- Fortran --------------------------------------------------------------
 *
 * Open MPI's Fortran calls PMPI functions, which cannot be replaced. So its
 * Fortran entries are replaced: mpif.h and `use mpi` call mpi_NAME, in the
 * compiler's spelling; `use mpi_f08` calls mpi_NAME_f08_, whose handles are
 * structures of one integer and whose optional ierror may be a null pointer.
 * MPICH's Fortran calls the C functions, except functions of mpi_f08 without a
 * buffer.
 */

#ifdef FORTRAN_NAMES
#define PLAIN(kind, name, NAME, lower, n, nf)                                  \
    FRONT_FORTRAN(ENTRY, lower, NAME, nf, n, kind, FORTRAN)
#define BUFFER PLAIN
#define COUNT PLAIN
#include "entries.def"
#endif
#ifdef FORTRAN_F08
#define PLAIN(kind, name, NAME, lower, n, nf)                                  \
    ENTRY(mpi_##lower##_f08_, nf, n, kind, FORTRAN)
#include "entries.def"
#endif
