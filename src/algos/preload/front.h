/* front.h: the front of a preload library. It replaces MPI functions of the
 * program and passes calls on to the MPI part, built for one MPI library.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_FRONT_H
#define PRELOAD_FRONT_H

/*
 * A process with LD_PRELOAD may use a different MPI library, or none: launchers
 * and shells inherit the variable. So the front itself needs no MPI library. In
 * MPI_Init it loads the MPI part, if the program uses the MPI library that the
 * part was built for. Then the ranks agree whether all of them have loaded it.
 * If a rank has not, for whatever reason, all ranks call the program's own
 * functions. Otherwise they call preload_start() of the MPI part, if it has
 * one; that function may make collective calls.
 *
 * "The program's own function" is the next definition behind this library,
 * which may belong to another tool. MPI parts pass the program's calls on to it
 * (next.h). Their own calls go to PMPI_*, so that a tool counts only what the
 * program called.
 *
 * MPI handles are integers in one library and pointers in another. Arguments
 * are passed on as words, which can hold both.
 */
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uintptr_t word;
typedef void front_fn(void);

/* Texts and file names. Each preload library defines its own. */
struct front_product {
    const char *name;  /* prefix of messages */
    const char *part;  /* file name of the MPI part */
    const char *aside; /* consequence, printed if the MPI part is not used */
    /* the library can only work if it replaces these functions; ends with
     * NULL */
    const char *const *functions;
};
extern const struct front_product front_product;

/* Calls the program's own function [name], which initializes MPI. Then ranks
 * agree whether to use the MPI part. [caller]: an address in the calling
 * code. */
int front_init(const char *name, void *caller, word a, word b, word c, word d);

/* Calls the program's own function [name], which frees the communicator at [a].
 * Calls preload_free() of the MPI part before and after that. */
int front_free(const char *name, void *caller, word a, word b, int fortran);

/* Returns function [name] of the MPI part, or NULL if that is not used. Sets
 * *[final] to false if that may change, because MPI_Init has not returned. */
front_fn *front_part(const char *name, void *caller, bool *final);

/* Returns the program's own symbol of that name, or NULL. */
void *front_symbol(const char *name, void *caller);

/* Returns the program's own function [name]. Ends the program if there is
 * none. */
front_fn *front_own(const char *name, void *caller);

/* Like front_part(), but returns the program's own function instead of NULL. */
front_fn *front_find(const char *name, void *caller, bool *final);

/* Defines the function [name] with n arguments. It calls what front_find()
 * returns. */
#define FRONT_STAND_IN(name, n)                                                \
    int name(FRONT_PARAMS_##n);                                                \
    int name(FRONT_PARAMS_##n)                                                 \
    {                                                                          \
        static _Atomic(front_fn *) known;                                      \
        /* acquire: pairs with the release below, after the part is loaded */  \
        front_fn *to = atomic_load_explicit(&known, memory_order_acquire);     \
                                                                               \
        if (to == NULL) {                                                      \
            bool final;                                                        \
                                                                               \
            to = front_find(#name, __builtin_return_address(0), &final);       \
            /* release: pairs with the acquire above */                        \
            if (final)                                                         \
                atomic_store_explicit(&known, to, memory_order_release);       \
        }                                                                      \
        return ((int (*)(FRONT_PARAMS_##n))to)(FRONT_ARGS_##n);                \
    }

/*
 * Open MPI's Fortran calls PMPI functions, which cannot be replaced. So its
 * Fortran entries are replaced: mpif.h and `use mpi` call mpi_NAME, in the
 * compiler's spelling; `use mpi_f08` calls mpi_NAME_f08_, whose handles are
 * structures of one integer and whose optional ierror may be a null pointer.
 * MPICH's Fortran calls the C functions, except functions of mpi_f08 without a
 * buffer.
 *
 * FRONT_FORTRAN() uses the macro ENTRY for each symbol of a procedure that has
 * to be replaced; FRONT_FORTRAN_BUFFER() is for procedures with a buffer.
 */
#define FRONT_SPELLINGS(ENTRY, name, NAME, ...)                                \
    ENTRY(name, __VA_ARGS__)                                                   \
    ENTRY(name##_, __VA_ARGS__)                                                \
    ENTRY(name##__, __VA_ARGS__)                                               \
    ENTRY(name##_f08_, __VA_ARGS__)                                            \
    ENTRY(NAME, __VA_ARGS__)
#ifdef FORTRAN_NAMES
#define FRONT_FORTRAN(ENTRY, name, NAME, ...)                                  \
    FRONT_SPELLINGS(ENTRY, mpi_##name, MPI_##NAME, __VA_ARGS__)
#define FRONT_FORTRAN_BUFFER FRONT_FORTRAN
#elif defined(FORTRAN_F08)
#define FRONT_FORTRAN(ENTRY, name, NAME, ...)                                  \
    ENTRY(mpi_##name##_f08_, __VA_ARGS__)
#define FRONT_FORTRAN_BUFFER(...)
#else
#define FRONT_FORTRAN(...)
#define FRONT_FORTRAN_BUFFER(...)
#endif

/* Defines the functions that initialize MPI. */
#define FRONT_INIT(name, n, ...)                                               \
    int name(FRONT_PARAMS_##n);                                                \
    int name(FRONT_PARAMS_##n)                                                 \
    {                                                                          \
        return front_init(#name, __builtin_return_address(0), __VA_ARGS__);    \
    }
#define FRONT_INITS                                                            \
    FRONT_INIT(MPI_Init, 2, a, b, 0, 0)                                        \
    FRONT_INIT(MPI_Init_thread, 4, a, b, c, d)                                 \
    FRONT_FORTRAN(FRONT_INIT, init, INIT, 1, a, 0, 0, 0)                       \
    FRONT_FORTRAN(FRONT_INIT, init_thread, INIT_THREAD, 3, a, b, c, 0)

/* Defines the functions that free communicators. */
#define FRONT_FREE(name, n, b, fortran)                                        \
    int name(FRONT_PARAMS_##n);                                                \
    int name(FRONT_PARAMS_##n)                                                 \
    {                                                                          \
        return front_free(#name, __builtin_return_address(0), a, b, fortran);  \
    }
#define FRONT_FREES                                                            \
    FRONT_FREE(MPI_Comm_free, 1, 0, 0)                                         \
    FRONT_FREE(MPI_Comm_disconnect, 1, 0, 0)                                   \
    FRONT_FORTRAN(FRONT_FREE, comm_free, COMM_FREE, 2, b, 1)                   \
    FRONT_FORTRAN(FRONT_FREE, comm_disconnect, COMM_DISCONNECT, 2, b, 1)

#define FRONT_PARAMS_0 void
#define FRONT_PARAMS_1 word a
#define FRONT_PARAMS_2 FRONT_PARAMS_1, word b
#define FRONT_PARAMS_3 FRONT_PARAMS_2, word c
#define FRONT_PARAMS_4 FRONT_PARAMS_3, word d
#define FRONT_PARAMS_5 FRONT_PARAMS_4, word e
#define FRONT_PARAMS_6 FRONT_PARAMS_5, word f
#define FRONT_PARAMS_7 FRONT_PARAMS_6, word g
#define FRONT_PARAMS_8 FRONT_PARAMS_7, word h
#define FRONT_PARAMS_9 FRONT_PARAMS_8, word i
#define FRONT_PARAMS_10 FRONT_PARAMS_9, word j
#define FRONT_PARAMS_11 FRONT_PARAMS_10, word k
#define FRONT_PARAMS_12 FRONT_PARAMS_11, word l
#define FRONT_PARAMS_13 FRONT_PARAMS_12, word m
#define FRONT_PARAMS_14 FRONT_PARAMS_13, word n

#define FRONT_ARGS_0
#define FRONT_ARGS_1 a
#define FRONT_ARGS_2 FRONT_ARGS_1, b
#define FRONT_ARGS_3 FRONT_ARGS_2, c
#define FRONT_ARGS_4 FRONT_ARGS_3, d
#define FRONT_ARGS_5 FRONT_ARGS_4, e
#define FRONT_ARGS_6 FRONT_ARGS_5, f
#define FRONT_ARGS_7 FRONT_ARGS_6, g
#define FRONT_ARGS_8 FRONT_ARGS_7, h
#define FRONT_ARGS_9 FRONT_ARGS_8, i
#define FRONT_ARGS_10 FRONT_ARGS_9, j
#define FRONT_ARGS_11 FRONT_ARGS_10, k
#define FRONT_ARGS_12 FRONT_ARGS_11, l
#define FRONT_ARGS_13 FRONT_ARGS_12, m
#define FRONT_ARGS_14 FRONT_ARGS_13, n

#endif /* PRELOAD_FRONT_H */
