/* refnuma.h: shared arrays for MPI programs, made coherent by a barrier. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_H
#define REFNUMA_H

/*
 * Every rank has its own copy of each shared array, its mirror, and works on it
 * by plain loads and stores. After refnuma_barrier() the mirrors agree: every
 * page that a rank has ever touched holds the values written before the
 * barrier. After A. O. Latsis, "RefNUMA: a library for virtual shared memory in
 * programs that use MPI" (Keldysh Institute of Applied Mathematics), appendix
 * 1. In terms of distributed shared memory: a home-based protocol with multiple
 * writers, which finds writes by twins (unmodified copies of pages) and diffs,
 * and sends updates to a set of readers that only grows.
 *
 * The rules in short (refnuma(3) has all of them):
 *   - Between two barriers, no two ranks write the same 8 bytes.
 *   - When a rank first reads an element of another rank's section, the value
 *     is undefined until the next barrier. With REFNUMA_DELIVER it is a value
 *     that the element had since the last barrier.
 *   - There are no locks and no atomic operations, and a rank cannot wait for
 *     a value: the barrier is the only synchronization.
 *   - Before memory that was not touched yet is passed to a system call or MPI
 *     function, refnuma_touch_range() must be called for it.
 *
 * Arguments named count, first or n are in elements, all other sizes in bytes,
 * times in seconds. Functions that return int return MPI_SUCCESS or an MPI
 * error class; refnuma_failure() gives the reason of an error. The library
 * prints only the reports of check mode and the reason why it cannot handle a
 * page fault; such a fault ends the program.
 *
 * Threads: only one thread at a time may call functions on a context. Between
 * barriers any thread may read and write elements; while a thread of the rank
 * is in refnuma_barrier(), no thread may. All contexts of a process share only
 * the handler of SIGSEGV or SIGBUS and its list of arrays.
 */

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a rank gets when it first reads another rank's page. */
enum refnuma_first_read {
    REFNUMA_UNDEFINED, /* any value, until the next barrier */
    REFNUMA_DELIVER /* for every element of the page, a value that it had since
                     * the last barrier (the paper's "special delivery") */
};

/* How the library finds the pages that were written. */
enum refnuma_detect {
    REFNUMA_DETECT_AUTO, /* TWIN if the kernel does not support UFFD; else each
                          * array uses the cheaper of the two, by measured
                          * cost */
    REFNUMA_DETECT_TWIN, /* compare each page that has a twin with it */
    REFNUMA_DETECT_UFFD  /* compare only pages that the kernel saw written
                          * (userfaultfd write protection); needs Linux 6.7 */
};

/* How the library learns that a page is touched for the first time. */
enum refnuma_touch {
    REFNUMA_TOUCH_FAULT, /* by page faults */
    REFNUMA_TOUCH_CALL   /* only by calls of refnuma_touch_range(), needed
                          * before any access to elements of other ranks. For
                          * simulators, debuggers and Valgrind */
};

struct refnuma_options {
    enum refnuma_first_read first_read;
    enum refnuma_detect detect;
    enum refnuma_touch touch;
    bool check; /* check mode: counts races and reads of undefined elements and
                 * reports them on stderr; costs time, and memory for a twin of
                 * every own page */
    int64_t reserved[4]; /* 0: for later versions */
};

struct refnuma_options refnuma_options_default(void);

/* Sets the option `name` from its text form, as in ("detect", "twin"). Returns
 * 0, or -ENOENT or -EINVAL; after an error options is unchanged, and *why,
 * unless why is NULL, is a constant string. */
int refnuma_options_parse(struct refnuma_options *options, const char *name,
                          const char *value, const char **why);

/* The options' names, defaults and help texts; the last row has a NULL name. */
struct refnuma_choice {
    const char *name, *def, *help;
};
const struct refnuma_choice *refnuma_option_table(void);

struct refnuma;       /* a context: arrays that share a barrier */
struct refnuma_array; /* freed by refnuma_free() or with its context */

/* Returns the reason of the calling thread's last failure. If a collective call
 * failed on all ranks, the text is the same on all. The string is valid until
 * the thread's next call. It is "" if nothing has failed since
 * refnuma_init(). */
const char *refnuma_failure(void);

/*
 * Makes a context for the ranks of `comm`, which is duplicated. Collective.
 * `options` must be equal on all ranks; NULL means the defaults. Fails with a
 * reason if this machine, kernel or MPI library does not support the
 * combination of options.
 */
int refnuma_init(MPI_Comm comm, const struct refnuma_options *options,
                 struct refnuma **context);

/* Frees the context and all its arrays and sets *context to NULL. Collective.
 * Fails between refnuma_barrier_begin() and refnuma_barrier_end(). */
int refnuma_finalize(struct refnuma **context);

/* ---- arrays: all collective --------------------------------------------- */

/* If ranks call different functions of this section or pass different
 * arguments, all ranks get MPI_ERR_ARG and nothing changes. Datatypes may
 * differ if they have the same size and kind (double or long). */

/*
 * Allocates an array of n elements, all zero, cut into one section for each
 * rank: n / ranks elements, rounded up to whole pages. `type`: the datatype of
 * an element; it must have no gaps, and a size of 8 bytes is best. Address
 * space is reserved for the whole array, but only touched pages take memory. An
 * access just before or after the array raises SIGSEGV.
 */
int refnuma_alloc(struct refnuma *context, size_t n, MPI_Datatype type,
                  struct refnuma_array **array);

/* Like refnuma_alloc(), but the section of rank r has counts[r] elements;
 * counts must be equal on all ranks. A page shared by two sections belongs to
 * the rank that owns the page's first element. */
int refnuma_alloc_sections(struct refnuma *context, const size_t counts[],
                           MPI_Datatype type, struct refnuma_array **array);

/*
 * Allocates a matrix of rows x cols elements in row-major order, with `ld`
 * elements from one row to the next (at least cols; whole pages are best). It
 * is cut into prows x pcols blocks, one for each rank: rank r owns block (r /
 * pcols, r % pcols).
 */
int refnuma_alloc_blocks(struct refnuma *context, size_t rows, size_t cols,
                         size_t ld, int prows, int pcols, MPI_Datatype type,
                         struct refnuma_array **array);

/* Frees the array and sets *array to NULL. Runs no barrier, so changes since
 * the last one are lost. */
int refnuma_free(struct refnuma_array **array);

/* Makes barriers add what several ranks write into an element: the owner adds
 * each rank's difference from the element's value at the last barrier, its own
 * first, then in order of ranks. For MPI_DOUBLE, MPI_LONG and equivalent types.
 * A page whose first touch is a write starts from 0. Call it before the first
 * barrier of the array. */
int refnuma_combine_add(struct refnuma_array *array);

/* Write the array's elements to a regular file, or read them from one, as bytes
 * in native representation. All ranks must be able to open the file; each rank
 * transfers the pages that it owns. refnuma_write() replaces an existing file
 * only when the new one is complete. It writes the owners' values: those of the
 * last barrier and their own later writes. refnuma_read() counts as a write by
 * the owners: the next barrier sends the values to other ranks. */
int refnuma_write(struct refnuma_array *array, const char *path);
int refnuma_read(struct refnuma_array *array, const char *path);

/* ---- arrays: local ------------------------------------------------------ */

/* Returns the address of element 0 in the mirror, or NULL if it has another
 * type. */
double *refnuma_double(const struct refnuma_array *array);
long *refnuma_long(const struct refnuma_array *array);
void *refnuma_pointer(const struct refnuma_array *array); /* any type */

/* Returns the section of a rank, for arrays made of sections. */
int refnuma_section(const struct refnuma_array *array, int rank, size_t *first,
                    size_t *count);
/* Returns the block of a rank, for matrices. */
int refnuma_block(const struct refnuma_array *array, int rank, size_t *row,
                  size_t *rows, size_t *col, size_t *cols);
/* Returns the rank that owns the element. */
int refnuma_owner(const struct refnuma_array *array, size_t element);

/* Touches elements as a read does. Needed before their memory is passed to a
 * system call or MPI function. Also makes the next barrier bring the elements'
 * values. */
int refnuma_touch_range(struct refnuma_array *array, size_t first,
                        size_t count);

/* ---- barriers: collective ----------------------------------------------- */

/*
 * Makes the mirrors of all arrays of the context agree.
 *
 * If a rank fails before the ranks have exchanged data, the call fails on all
 * ranks. If a rank fails later, for example for lack of memory, the call may
 * fail on that rank alone; the other ranks get the failure in the next barrier.
 * From then on all barriers of the context fail, and it can only be freed. Lack
 * of memory for an arriving message ends the program.
 */
int refnuma_barrier(struct refnuma *context);

/* The barrier in two halves. Between them the arrays of the context may be
 * read, with old or new values, but must not be written. Pages first touched
 * between the halves count as touched after the barrier: with REFNUMA_DELIVER
 * they then hold the values written before it; otherwise they are undefined
 * until the next barrier. */
int refnuma_barrier_begin(struct refnuma *context);
int refnuma_barrier_end(struct refnuma *context);

/* Runs a barrier. After it this rank receives no more updates of other ranks'
 * pages that lie wholly in the range, as if it had never touched them. Ranges
 * may differ between ranks; count may be 0. If the range exceeds the array, the
 * call fails on that rank alone, and the barrier still takes place. */
int refnuma_unsubscribe(struct refnuma_array *array, size_t first,
                        size_t count);

/* ---- statistics: local -------------------------------------------------- */

struct refnuma_info {
    /* current state of this rank */
    int64_t page;    /* bytes of a page */
    int64_t touched; /* pages of other ranks that this rank touched */
    int64_t shared;  /* own pages that other ranks touched */
    int64_t twins;   /* pages with twins: touched + shared (+ all own pages in
                        check mode) */
    int64_t neighbours; /* ranks that have exchanged messages with this one */
    bool uffd;          /* true if this context uses userfaultfd */
    /* totals of this rank since the context was made */
    int64_t barriers, active; /* barriers; those in which data was sent */
    int64_t messages;         /* MPI messages sent, including empty ones */
    int64_t bytes;          /* bytes sent: 16 for each array and kind of content
                             * (elements; pages touched; pages unsubscribed) in
                             * a message, 8 for each run, element and range of
                             * pages; each part of a split run counts */
    int64_t runs, elements; /* runs and elements in the sent messages */
    int64_t compared;       /* bytes compared with twins */
    int64_t faults, delivered; /* pages opened; those of them fetched */
    int64_t races,
        undefined;  /* check mode: elements written by several ranks; written
                     * values that come from elements not delivered */
    double seconds; /* time in barriers */
    double compare_seconds, exchange_seconds; /* parts of `seconds` */
    int64_t reserved[4];                      /* 0: for later versions */
};

/* Returns the statistics of the context, or of one array if `array` is not NULL
 * (then messages, barriers and seconds are 0). */
int refnuma_info(const struct refnuma *context,
                 const struct refnuma_array *array, struct refnuma_info *info);

#ifdef __cplusplus
}
#endif

#endif /* REFNUMA_H */
