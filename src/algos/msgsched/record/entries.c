/* entries.c: libmsgsched-record.so: the functions that it stands in front of.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "algos/preload/front.h"
#include "counted.h"

const struct front_product front_product = {
    .name = "msgsched-record",
    .part = "libmsgsched-record-mpi.so",
    .aside = "nothing is recorded",
};

/* A function of the part, which is called if it is there. */
struct callee {
    const char *name;
    _Atomic(record_part_fn *) to;
};
static struct callee counted = {.name = "msgsched_record_counted"};
static struct callee everybody = {.name = "msgsched_record_everybody"};

static void nobody(uintptr_t a, uintptr_t b)
{
    (void)a;
    (void)b;
}

static void notify(struct callee *t, void *caller, uintptr_t a, uintptr_t b)
{
    /* acquire: pairs with the release below, after the part is loaded */
    record_part_fn *to = atomic_load_explicit(&t->to, memory_order_acquire);

    if (to == NULL) {
        to = (record_part_fn *)front_part(t->name, caller);
        if (to == NULL)
            to = nobody;
        /* release: pairs with the acquire above */
        atomic_store_explicit(&t->to, to, memory_order_release);
    }
    to(a, b);
}

#define CALLER __builtin_return_address(0)
#define COUNT(call) notify(&counted, CALLER, call, 0)

/* Calls that are counted and go on to the program's own function. */
#define COUNTED(name, n, call)                                                 \
    FRONT_ENTRY(name, n, front_own, COUNT(call), (void)0)
#define COUNTED_EVERYBODY(name, n, comm, callee)                               \
    FRONT_ENTRY(name, n, front_own,                                            \
                (COUNT(CALL_COLLECTIVE), notify(&callee, CALLER, comm, 0)),    \
                (void)0)

/* The n-th argument. */
#define ARG_1 a
#define ARG_2 b
#define ARG_3 c
#define ARG_4 d
#define ARG_5 e
#define ARG_6 f
#define ARG_7 g
#define ARG_8 h
#define ARG_9 i
#define ARG_10 j

/* ---- C ------------------------------------------------------------------ */

#define MESSAGE(name, NAME, lower, n, nf) FRONT_STAND_IN(MPI_##name, n)
#define PLAIN MESSAGE
#define MAKES MESSAGE
#define EVERYBODY(name, NAME, lower, n, nf)                                    \
    COUNTED_EVERYBODY(MPI_##name, n, ARG_##n, everybody)
#define BARRIER EVERYBODY
#define COLLECTIVE(name, NAME, lower, n, nf)                                   \
    COUNTED(MPI_##name, n, CALL_COLLECTIVE)
#define IBARRIER COLLECTIVE
#define ONE_SIDED(name, NAME, lower, n, nf)                                    \
    COUNTED(MPI_##name, n, CALL_ONE_SIDED)
#define ONE_SIDED_FEW ONE_SIDED
#include "entries.def"

#ifdef HAVE_MPI_LARGE_COUNTS
#define MESSAGE(name, NAME, lower, n, nf) FRONT_STAND_IN(MPI_##name##_c, n)
#define EVERYBODY(name, NAME, lower, n, nf)                                    \
    COUNTED_EVERYBODY(MPI_##name##_c, n, ARG_##n, everybody)
#define COLLECTIVE(name, NAME, lower, n, nf)                                   \
    COUNTED(MPI_##name##_c, n, CALL_COLLECTIVE)
#define ONE_SIDED(name, NAME, lower, n, nf)                                    \
    COUNTED(MPI_##name##_c, n, CALL_ONE_SIDED)
#include "entries.def"
#endif

#ifdef HAVE_MPI_ISENDRECV
FRONT_STAND_IN(MPI_Isendrecv, 12)
FRONT_STAND_IN(MPI_Isendrecv_replace, 9)
#ifdef HAVE_MPI_LARGE_COUNTS
FRONT_STAND_IN(MPI_Isendrecv_c, 12)
FRONT_STAND_IN(MPI_Isendrecv_replace_c, 9)
#endif
#endif

#ifdef HAVE_MPI_PARTITIONED
COUNTED(MPI_Psend_init, 9, CALL_PARTITIONED)
#endif

/* ---- Fortran ------------------------------------------------------------ */

#if defined(FORTRAN_NAMES) || defined(FORTRAN_F08)
static struct callee everybody_f = {.name = "msgsched_record_everybody_f"};
static struct callee made_f = {.name = "msgsched_record_made_f"};

#ifdef FORTRAN_NAMES
#define NAMES FRONT_FORTRAN
#define MESSAGE(name, NAME, lower, n, nf) NAMES(FRONT_STAND_IN, lower, NAME, nf)
#define EVERYBODY(name, NAME, lower, n, nf)                                    \
    NAMES(COUNTED_EVERYBODY, lower, NAME, nf, ARG_##n, everybody_f)
#define COLLECTIVE(name, NAME, lower, n, nf)                                   \
    NAMES(COUNTED, lower, NAME, nf, CALL_COLLECTIVE)
#define ONE_SIDED(name, NAME, lower, n, nf)                                    \
    NAMES(COUNTED, lower, NAME, nf, CALL_ONE_SIDED)
#define ONE_SIDED_FEW ONE_SIDED
#else
/* What has no buffer; the rest calls the functions of C. */
#define NAMES(ENTRY, name, NAME, ...) ENTRY(mpi_##name##_f08_, __VA_ARGS__)
#endif

#define PLAIN(name, NAME, lower, n, nf) NAMES(FRONT_STAND_IN, lower, NAME, nf)
#define MADE(name, nf, made)                                                   \
    FRONT_ENTRY(name, nf, front_own, (void)0, notify(&made_f, CALLER, a, made))
#define MAKES(name, NAME, lower, n, nf) NAMES(MADE, lower, NAME, nf, ARG_##n)
#define BARRIER(name, NAME, lower, n, nf)                                      \
    NAMES(COUNTED_EVERYBODY, lower, NAME, nf, ARG_##n, everybody_f)
#define IBARRIER(name, NAME, lower, n, nf)                                     \
    NAMES(COUNTED, lower, NAME, nf, CALL_COLLECTIVE)
#include "entries.def"
#endif
