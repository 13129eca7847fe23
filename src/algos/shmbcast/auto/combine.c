/* combine.c: combines elements of two blocks, by MPI_Reduce_local() or by loops
 * of our own where these are faster. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Some MPI libraries add one number at a time, where the processor could add
 * four. The loops here are for the usual types and operations. The first long
 * call with each of them times the loop beside MPI_Reduce_local(), and takes
 * the loop only if it is faster by a tenth and gives the same bits, also for
 * zeros with a sign, infinities and numbers that are not. So the choice changes
 * no result, and may differ between ranks. Cost: about 20 us for each.
 */
#include "exchange.h"

#include <math.h>

#include "lib/now.h"

/* The fewest elements for which a loop pays, and those of a trial. */
enum { LEAST = 64, TRIAL = 512, ROUNDS = 7 };

static const double FASTER = 0.9;

/* A function is compiled for processors with wide registers, too. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) &&          \
    !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&                   \
    !defined(__SANITIZE_THREAD__)
#define WIDE __attribute__((optimize("O3"), target_clones("avx2", "default")))
#else
#define WIDE
#endif

#define LOOP(type, op, value)                                                  \
    WIDE static void type##_##op(const void *in, void *inout, size_t n)        \
    {                                                                          \
        const type *restrict a = in;                                           \
        type *restrict b = inout;                                              \
                                                                               \
        for (size_t i = 0; i < n; i++)                                         \
            b[i] = value;                                                      \
    }
#define LOOPS(type)                                                            \
    LOOP(type, sum, a[i] + b[i])                                               \
    LOOP(type, min, a[i] < b[i] ? a[i] : b[i])                                 \
    LOOP(type, max, a[i] > b[i] ? a[i] : b[i])
LOOPS(double)
LOOPS(float)
LOOPS(int)
LOOPS(long)

typedef void loop(const void *in, void *inout, size_t n);
enum { TYPES = 4, OPS = 3 };
#define ROW(type) type##_sum, type##_min, type##_max
static loop *const loops[] = {ROW(double), ROW(float), ROW(int), ROW(long)};
_Static_assert(sizeof(loops) / sizeof(loops[0]) == SB_LOOPS, "all");

/* Returns the entry of a type and an operation, or -1. */
static int entry(MPI_Datatype type, MPI_Op op)
{
    /* not constants in all MPI libraries */
    const MPI_Datatype types[TYPES] = {MPI_DOUBLE, MPI_FLOAT, MPI_INT,
                                       MPI_LONG};
    const MPI_Op ops[OPS] = {MPI_SUM, MPI_MIN, MPI_MAX};

    for (int i = 0; i < TYPES; i++)
        for (int k = 0; k < OPS && type == types[i]; k++)
            if (op == ops[k])
                return i * OPS + k;
    return -1;
}

struct operands {
    _Alignas(SB_CACHE_LINE) char in[TRIAL * sizeof(double)];
    _Alignas(SB_CACHE_LINE) char inout[TRIAL * sizeof(double)];
};

static const double odd[] = {0.0,      -0.0,      1.5,    -2.5,
                             INFINITY, -INFINITY, 1e-310, NAN};
enum { ODD = sizeof(odd) / sizeof(odd[0]) };

static void set_operands(struct operands *o, int type)
{
    for (int i = 0; i < TRIAL; i++) {
        double a = i < ODD * ODD ? odd[i / ODD] : i * 0.7;
        double b = i < ODD * ODD ? odd[i % ODD] : TRIAL - i * 0.9;

        if (type == 0) {
            ((double *)o->in)[i] = a;
            ((double *)o->inout)[i] = b;
        } else if (type == 1) {
            ((float *)o->in)[i] = (float)a;
            ((float *)o->inout)[i] = (float)b;
        } else if (type == 2) {
            ((int *)o->in)[i] = i * 7 % 11;
            ((int *)o->inout)[i] = -i * 5 % 13;
        } else {
            ((long *)o->in)[i] = i * 7L % 11;
            ((long *)o->inout)[i] = -i * 5L % 13;
        }
    }
}

static int combine(int at, enum sb_loop how, const void *in, void *inout,
                   size_t n, MPI_Datatype type, MPI_Op op)
{
    if (how == SB_LOOP_OWN) {
        loops[at](in, inout, n);
        return MPI_SUCCESS;
    }
    /* before MPI-3 the first argument has no const */
    return al_error_class(
        PMPI_Reduce_local((void *)(uintptr_t)in, inout, (int)n, type, op));
}

/* Returns the shortest time of a call in seconds; its result is in [o]. */
static double seconds(struct operands *o, int at, enum sb_loop how,
                      MPI_Datatype type, MPI_Op op)
{
    double least = INFINITY;

    for (int i = 0; i < ROUNDS; i++) {
        double begin;

        set_operands(o, at / OPS);
        begin = now();
        (void)combine(at, how, o->in, o->inout, TRIAL, type, op);
        least = fmin(least, now() - begin);
    }
    return least;
}

static enum sb_loop measure(int at, MPI_Datatype type, MPI_Op op)
{
    struct operands library = {{0}, {0}}, own = {{0}, {0}};
    double usual = seconds(&library, at, SB_LOOP_LIBRARY, type, op);

    return seconds(&own, at, SB_LOOP_OWN, type, op) < FASTER * usual &&
                   memcmp(&own, &library, sizeof(own)) == 0
               ? SB_LOOP_OWN
               : SB_LOOP_LIBRARY;
}

int sb_combine(struct shmbcast_auto *h, const void *in, void *inout, size_t n,
               MPI_Datatype type, MPI_Op op)
{
    int at = n >= LEAST ? entry(type, op) : -1;

    if (at >= 0 && h->loops[at] == SB_LOOP_UNKNOWN)
        h->loops[at] = measure(at, type, op);
    return combine(at, at < 0 ? SB_LOOP_LIBRARY : h->loops[at], in, inout, n,
                   type, op);
}
