/* refnuma.h: shared arrays for MPI programs, coherent up to the barrier. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_H
#define REFNUMA_H

/*
 * Every rank has a mirror of each shared array and works on it by plain loads
 * and stores. refnuma_barrier() brings the mirrors together: what a rank has
 * ever touched then holds what was last written before the barrier. After A. O.
 * Latsis, "RefNUMA: a library for virtual shared memory in programs that use
 * MPI" (Keldysh Institute of Applied Mathematics), appendix 1. In other words:
 * a home-based protocol for several writers with twins and differences, and
 * updates sent to a set of readers that only grows.
 *
 * The rules, in short; refnuma(3) has them all:
 *  - Between two barriers two ranks never write the same 8 bytes.
 *  - What a rank reads of another's section for the first time is undefined
 * until the next barrier, or, with REFNUMA_DELIVER, a value that the element
 * had since the barrier before.
 *  - There are no locks, no atomic operations and no waiting for a value: the
 *    barrier is all the synchronization there is.
 *  - Memory that was not touched is handed to no system call and no MPI
 * function before refnuma_touch_range().
 *
 * Sizes are elements where they are called count, first or n, else bytes; times
 * are seconds. Functions that return int return MPI_SUCCESS or an MPI error
 * class; with an error, refnuma_failure() says why. Nothing is printed but by
 * check mode and by a page fault that cannot be served, which ends the program.
 *
 * Threads: calls on a context are made by one thread at a time. Elements may be
 * read and written by any thread between barriers; none may while a thread of
 * the rank is in refnuma_barrier(). The one thing that all contexts of a
 * process share is the handler of SIGSEGV or SIGBUS and its list of arrays.
 */

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the first read of another rank's page gives. */
enum refnuma_first_read {
    REFNUMA_UNDEFINED, /* anything, up to the next barrier */
    REFNUMA_DELIVER    /* a value since the last barrier ("special delivery"),
                          of every element of the page */
};

/* How pages that were written are found. */
enum refnuma_detect {
    REFNUMA_DETECT_AUTO, /* UFFD where the kernel has it, and there for each
                            array the cheaper of both, as measured; else TWIN */
    REFNUMA_DETECT_TWIN, /* all pages that have a twin are compared with it */
    REFNUMA_DETECT_UFFD  /* userfaultfd write protection: those that the kernel
                            saw  written. Linux 6.7 or later */
};

/* How pages that are touched for the first time are found. */
enum refnuma_touch {
    REFNUMA_TOUCH_FAULT, /* by page faults */
    REFNUMA_TOUCH_CALL /* refnuma_touch_range() says so; other elements of other
                          ranks must not be touched. For simulators, debuggers
                          and Valgrind */
};

struct refnuma_options {
    enum refnuma_first_read first_read;
    enum refnuma_detect detect;
    enum refnuma_touch touch;
    bool check; /* check mode: races and reads of undefined elements are counted
                   and reported on stderr; costs time, and a twin of all own
                   pages */
};

struct refnuma_options refnuma_options_default(void);

/* Changes one option by its name and value as people write them ("detect",
 * "twin"). 0, -ENOENT or -EINVAL with a constant string in *why, if not NULL,
 * and options untouched. */
int refnuma_options_parse(struct refnuma_options *options, const char *name,
                          const char *value, const char **why);

/* Names, defaults and help of options; ends with a NULL name. */
struct refnuma_choice {
    const char *name, *def, *help;
};
const struct refnuma_choice *refnuma_option_table(void);

struct refnuma;       /* a context: arrays with a common barrier */
struct refnuma_array; /* freed by refnuma_free() or with its context */

/* Why the last call that failed did, on the calling thread; the same words on
 * all ranks where a collective call failed on all of them. A string of the
 * thread's, up to its next call; "" where nothing has failed since
 * refnuma_init(). */
const char *refnuma_failure(void);

/*
 * Makes a context over the ranks of `comm`, which is duplicated. Collective.
 * `options`: NULL for the defaults; the same on all ranks. Combinations that
 * this machine, kernel or MPI library cannot do are refused with the reason.
 */
int refnuma_init(MPI_Comm comm, const struct refnuma_options *options,
                 struct refnuma **context);

/* Frees the context and all its arrays. Collective. *context becomes NULL.
 * Refused between the halves of a barrier. */
int refnuma_finalize(struct refnuma **context);

/* ---- arrays: all collective --------------------------------------------- */

/* Calls and arguments that differ from rank to rank are MPI_ERR_ARG on all
 * ranks, and change nothing. Types may differ where size and kind (double,
 * long) do not. */

/*
 * An array of n elements, all zero, cut into a section for each rank: n / ranks
 * elements each, rounded up to whole pages. `type`: the datatype of an element;
 * any that has no gaps, and 8 bytes are best. Memory is reserved for all of it
 * and used by the pages that are touched, between two pages where an access is
 * SIGSEGV.
 */
int refnuma_alloc(struct refnuma *context, size_t n, MPI_Datatype type,
                  struct refnuma_array **array);

/* The same with counts[r] elements in the section of rank r, the same on all
 * ranks. A page that two sections share belongs to the rank of its first
 * element. */
int refnuma_alloc_sections(struct refnuma *context, const size_t counts[],
                           MPI_Datatype type, struct refnuma_array **array);

/*
 * A matrix of rows x cols elements, row by row with `ld` elements from one row
 * to the next (at least cols; whole pages are best), cut into prows x pcols
 * blocks, whose number has to be that of the ranks; rank r owns block (r /
 * pcols, r % pcols).
 */
int refnuma_alloc_blocks(struct refnuma *context, size_t rows, size_t cols,
                         size_t ld, int prows, int pcols, MPI_Datatype type,
                         struct refnuma_array **array);

/* *array becomes NULL. Includes no barrier: what was not sent is lost. */
int refnuma_free(struct refnuma_array **array);

/* Combine what several ranks write into an element: the difference to what it
 * was at the last barrier is added by its owner, in the order of the ranks, own
 * first. For MPI_DOUBLE and MPI_LONG (and what is the same); pages touched
 * first by a write begin with 0. Before the first barrier of the array. */
int refnuma_combine_add(struct refnuma_array *array);

/* The array's elements, all bytes in native representation, to or from a
 * regular file that all ranks can open; each rank moves the pages that it owns.
 * A file that is written takes the place of an old one when it is whole.
 * Written is what a barrier has brought to the owners, or they wrote themselves
 * since. Reads count as writes of the owners: a barrier brings them to the
 * others. */
int refnuma_write(struct refnuma_array *array, const char *path);
int refnuma_read(struct refnuma_array *array, const char *path);

/* ---- arrays: local ------------------------------------------------------ */

/* The mirror: element 0. NULL where the array's type is another one. */
double *refnuma_double(const struct refnuma_array *array);
long *refnuma_long(const struct refnuma_array *array);
void *refnuma_pointer(const struct refnuma_array *array); /* any type */

/* The section of a rank, of arrays that have sections. */
int refnuma_section(const struct refnuma_array *array, int rank, size_t *first,
                    size_t *count);
/* The block of a rank, of matrices. */
int refnuma_block(const struct refnuma_array *array, int rank, size_t *row,
                  size_t *rows, size_t *col, size_t *cols);
/* The rank in whose section or block the element is. */
int refnuma_owner(const struct refnuma_array *array, size_t element);

/* Touches elements as reads do, for system calls and MPI functions that are to
 * be given their memory, and for a first read that a barrier precedes. */
int refnuma_touch_range(struct refnuma_array *array, size_t first,
                        size_t count);

/* ---- barriers: collective ----------------------------------------------- */

/*
 * Brings the mirrors of all arrays of the context together.
 *
 * What fails on a rank before the ranks have met fails on all of them. What
 * fails on a rank later, as memory for what it was sent, may fail there alone:
 * the other ranks learn of it in their next barrier. From then on all barriers
 * of the context fail; it can only be freed. A lack of memory for an arriving
 * message ends the program.
 */
int refnuma_barrier(struct refnuma *context);

/* The same in two halves. Between them arrays of the context may be read and
 * must not be written; what is read may be old or new. Pages that are touched
 * between them are touched behind the barrier: with REFNUMA_DELIVER they have
 * then what was written before it, else they are undefined up to the next one.
 */
int refnuma_barrier_begin(struct refnuma *context);
int refnuma_barrier_end(struct refnuma *context);

/* A barrier, after which this rank no longer gets what changes in the pages of
 * other ranks that lie wholly in the range, as if it had never touched them.
 * Ranges differ from rank to rank; count may be 0. A range that the array has
 * not fails on that rank alone, and the barrier is passed. */
int refnuma_unsubscribe(struct refnuma_array *array, size_t first,
                        size_t count);

/* ---- statistics: local -------------------------------------------------- */

struct refnuma_info {
    /* as they are now, this rank */
    int64_t page;       /* bytes */
    int64_t touched;    /* pages of others that this rank touched */
    int64_t shared;     /* own pages that others touched */
    int64_t twins;      /* pages: touched + shared (+ all own in check mode) */
    int64_t neighbours; /* ranks that this one has exchanged messages with */
    bool uffd;          /* userfaultfd serves this context */
    /* since the context was made, this rank */
    int64_t barriers, active; /* ...; those in which anything was sent at all */
    int64_t messages;         /* sent by MPI, empty ones too */
    int64_t bytes; /* sent: 16 for each array and kind of content (elements;
                      pages touched; pages unsubscribed) in a message; 8 a run,
                      8 an element; 8 a range of pages. What is cut counts by
                      its parts */
    int64_t runs, elements;    /* in them */
    int64_t compared;          /* bytes compared with twins */
    int64_t faults, delivered; /* pages opened; ... with content of the owner */
    int64_t races,
        undefined;  /* check mode: elements that two ranks wrote; written
                       values that came from undelivered elements */
    double seconds; /* in barriers */
    double compare_seconds, exchange_seconds; /* of these */
};

/* Of the context, or of one array where `array` is not NULL (then messages,
 * barriers and seconds are 0). */
int refnuma_info(const struct refnuma *context,
                 const struct refnuma_array *array, struct refnuma_info *info);

#ifdef __cplusplus
}
#endif

#endif /* REFNUMA_H */
