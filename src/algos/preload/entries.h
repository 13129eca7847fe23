/* entries.h: defines the MPI functions that a preload library passes to its MPI
 * part, from a list. Included once, in the library's entries.c. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_ENTRIES_H
#define PRELOAD_ENTRIES_H

/*
 * The includer defines
 *   ENTRIES_PART        name of a preload_call_fn in the MPI part
 *   ENTRIES_LIST        file with the list of functions, in the form of
 *                       msgsched/record/entries.def
 *   ENTRIES_KIND(k, f)  kind of the function f, which the list calls k
 */
#include "call.h"

/* Returns the MPI part's function, or preload_call_own() without that part. */
static preload_call_fn *entries_part(void *caller)
{
    static _Atomic(preload_call_fn *) known;
    /* acquire: pairs with the release below, after the MPI part is loaded */
    preload_call_fn *found = atomic_load_explicit(&known, memory_order_acquire);
    bool final;

    if (found != NULL)
        return found;
    found = (preload_call_fn *)front_part(ENTRIES_PART, caller, &final);
    if (found == NULL)
        found = preload_call_own;
    /* release: pairs with the acquire above */
    if (final)
        atomic_store_explicit(&known, found, memory_order_release);
    return found;
}

static int entries_pass(const char *name, _Atomic(front_fn *) *known,
                        void *caller, struct preload_call *c)
{
    /* relaxed: the function was loaded before this library is used */
    c->own = atomic_load_explicit(known, memory_order_relaxed);
    if (c->own == NULL) {
        c->own = front_own(name, caller);
        /* relaxed: as above */
        atomic_store_explicit(known, c->own, memory_order_relaxed);
    }
    return entries_part(caller)(c);
}

/* Defines the function [name] with [words] arguments. In C it has n. */
#define ENTRY(name, words, n, kind, form)                                      \
    int name(FRONT_PARAMS_##words);                                            \
    int name(FRONT_PARAMS_##words)                                             \
    {                                                                          \
        static _Atomic(front_fn *) own;                                        \
                                                                               \
        return entries_pass(                                                   \
            #name, &own, __builtin_return_address(0),                          \
            &(struct preload_call){                                            \
                kind, FORM_##form, n, {0, FRONT_ARGS_##words}, NULL, 0});      \
    }

FRONT_INITS
FRONT_FREES

/* ---- C ------------------------------------------------------------------- */

#define ENTRIES_IN_C
#define PLAIN(kind, name, NAME, lower, n, nf)                                  \
    ENTRY(MPI_##name, n, n, ENTRIES_KIND(kind, name), C)
#define BUFFER PLAIN
#ifdef HAVE_MPI_LARGE_COUNTS
#define COUNT(kind, name, NAME, lower, n, nf)                                  \
    ENTRY(MPI_##name, n, n, ENTRIES_KIND(kind, name), C)                       \
    ENTRY(MPI_##name##_c, n, n, ENTRIES_KIND(kind, name), LARGE)
#else
#define COUNT PLAIN
#endif
#define EXTENSION(kind, name, NAME, lower, n, nf)                              \
    ENTRY(MPIX_##name, n, n, ENTRIES_KIND(kind, name), C)
#include ENTRIES_LIST
#undef ENTRIES_IN_C

/* ---- Fortran ------------------------------------------------------------- */

#define PLAIN(kind, name, NAME, lower, n, nf)                                  \
    FRONT_FORTRAN(ENTRY, lower, NAME, nf, n, ENTRIES_KIND(kind, name), FORTRAN)
#define BUFFER(kind, name, NAME, lower, n, nf)                                 \
    FRONT_FORTRAN_BUFFER(ENTRY, lower, NAME, nf, n, ENTRIES_KIND(kind, name),  \
                         FORTRAN)
#define COUNT BUFFER
#ifdef FORTRAN_NAMES
#define EXTENSION(kind, name, NAME, lower, n, nf)                              \
    FRONT_SPELLINGS(ENTRY, mpix_##lower, MPIX_##NAME, nf, n,                   \
                    ENTRIES_KIND(kind, name), FORTRAN)
#endif
#include ENTRIES_LIST

#endif /* PRELOAD_ENTRIES_H */
