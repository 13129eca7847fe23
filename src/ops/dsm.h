/* dsm.h: operations on shared memory (arrays, grids and puts), and what all
 * their algorithms have in common. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_DSM_H
#define OPS_DSM_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include "lib/params.h"
#include "ops/op.h"
#include "timers/timer.h"

/*
 * Common parts of the algorithms, here and in src/adapters. The array of
 * dsm-barrier has n doubles, which are divided into one section for each rank.
 * A launch consists of the writes of the elements that the rank changes and the
 * algorithm's barrier, after which every rank can read all elements that were
 * written in the pages that it has touched.
 *
 * An algorithm keeps a struct dsm for each pass: it calls dsm_open(), allocates
 * the memory and touches the pages, with all elements 0; run() is dsm_launch().
 */

/* ---- the case: pure ------------------------------------------------------ */

/* Parameters --touched and --changed=N[:own|foreign]. */
enum dsm_touched { DSM_HALO, DSM_ALL };
struct dsm_changed {
    size_t n;
    bool foreign;
};
struct dsm_params {
    int touched; /* enum dsm_touched */
    struct dsm_changed changed;
};
extern const struct param_table dsm_params;

struct dsm_case {
    size_t n, page; /* length of the array and of a page, in elements */
    int ranks;
    struct dsm_params set;
};

struct dsm_range {
    size_t first, count; /* in elements */
};
enum { DSM_TOUCHED = 2, DSM_READABLE = 3 };

/* Returns the number of elements in a page of 4096 bytes, or in a system page
 * if that is larger. */
size_t dsm_page(void);

/* Returns the section of a rank: n / ranks elements, rounded up to whole pages;
 * later sections may be shorter or empty. */
struct dsm_range dsm_section(const struct dsm_case *c, int rank);

/* Sets out[] to the parts of other ranks' sections that a rank touches:
 * disjoint ascending ranges of whole pages, cut at the end of the array.
 * Returns their number. */
int dsm_touched(const struct dsm_case *c, int rank,
                struct dsm_range out[DSM_TOUCHED]);

/* Like dsm_touched(), but includes the rank's own section: these are all
 * elements that the rank can read after a barrier. */
int dsm_readable(const struct dsm_case *c, int rank,
                 struct dsm_range out[DSM_READABLE]);

/* Returns why some rank cannot change this many elements, malloced, or NULL. */
char *dsm_refuse(const struct dsm_case *c);

/* Sets out[] to the c->set.changed.n elements that a rank changes in each
 * launch, ascending. No two ranks change the same element. With DSM_HALO the
 * elements of pages that other ranks have touched are used first; with DSM_ALL
 * every page is shared, and the elements are spread evenly over the section. */
void dsm_changed(const struct dsm_case *c, int rank, size_t *out);

/* Returns the elements that rank `from` changes and rank `to` can read after
 * the barrier, as *n runs in ascending order, malloced. */
struct dsm_range *dsm_brought(const struct dsm_case *c, int from, int to,
                              int *n);

/* Returns the value written to a changed element in launch 1, 2, ...: a whole
 * number that differs from launch to launch. */
static inline double dsm_value(uint64_t launch, size_t element)
{
    return (double)((int64_t)(launch & 0xffffff) << 28 |
                    (int64_t)(element & 0xfffffff));
}

/* ---- a pass -------------------------------------------------------------- */

/*
 * Costs of a launch on this rank, the mean of all launches; NAN: does not
 * apply, or not known. Only the algorithm's own payload counts as sent, neither
 * synchronization nor what the MPI library adds.
 */
struct dsm_account {
    double memory;   /* bytes of mirrors, twins, windows; no message buffers */
    double compared; /* bytes of the array compared with a copy */
    double sent;     /* payload bytes */
    double messages; /* NAN if a collective operation sends */
    double pages;    /* pages of others' sections that the rank has touched */
};

/* First member of the operations' structures. */
struct dsm_pass {
    uint64_t launch; /* the last launch begun; 0: none yet */
    ticks_t met;     /* time at which its barrier began */
    const struct clock *clock;

    /* Set by the algorithm. */
    void *state; /* argument of the functions below */
    int (*barrier)(void *state);
    struct dsm_account account; /* as far as known before the launches */
    /* updates the account; or NULL */
    void (*settle)(void *state, struct dsm_account *account);
};

/* Returns the account after the last launch. */
static inline const struct dsm_account *dsm_settled(struct dsm_pass *p)
{
    if (p->settle != NULL)
        p->settle(p->state, &p->account);
    return &p->account;
}

/* Executes the barrier of a launch whose writes are done. */
static inline int dsm_meet(struct dsm_pass *p)
{
    p->met = clock_read(p->clock);
    return p->barrier(p->state);
}

struct dsm {
    struct dsm_pass pass;
    struct dsm_case c;
    int rank;
    size_t *changed;      /* dsm_changed() of this rank */
    unsigned char *marks; /* bitmap of elements that any rank changes; or
                             NULL */

    /* Set by the algorithm. */
    double *mirror;      /* this rank's view of the array */
    bool brings_nothing; /* the barrier transfers nothing: only elements that
                            the rank wrote itself are checked */
};

/* Returns the case of dsm-barrier, or of an operation without its
 * parameters. */
struct dsm_case dsm_case_of(const struct op_args *a);

/* Sets all members but those that the algorithm sets, and a->memory to d. The
 * account initially has the memory of a mirror of the whole array, and the
 * costs of sending as not known. */
void dsm_open(struct dsm *d, struct op_args *a, void *state,
              int (*barrier)(void *state));
void dsm_close(struct dsm *d);

/* Returns the number of pages of others' sections that the rank touches. */
size_t dsm_pages(const struct dsm *d);

/* Executes a launch on a->memory: the writes, then the barrier. For run(). */
int dsm_launch(void *state, const struct op_args *a);

/* Returns how many of the elements that this rank can read differ in any bit
 * from the value that the last launch must have left. With d->brings_nothing
 * only the elements that the rank changed are checked. */
long dsm_wrong(struct dsm *d);

/* ---- memory of a rank, private or in a window ---------------------------- */

struct dsm_memory {
    void *base;
    size_t bytes;
    void *map; /* mapping of private memory; else NULL */
    MPI_Win win;
    bool locked; /* the window is locked by MPI_Win_lock_all() */
};

/* No memory; may be passed to dsm_memory_close(). */
#define DSM_MEMORY_NONE ((struct dsm_memory){.win = MPI_WIN_NULL})

/*
 * Each makes `bytes` bytes of memory, all 0: private, in a window of comm's
 * ranks (collective), or in a shared window (collective; all ranks must be on
 * one node), where the ranks' memory is contiguous and m->base is the first
 * rank's. Returns 0 or an MPI error code, for windows on all ranks, with *cause
 * malloced or unchanged; in both cases call dsm_memory_close().
 */
int dsm_memory_private(struct dsm_memory *m, size_t bytes, char **cause);
int dsm_memory_window(struct dsm_memory *m, MPI_Comm comm, size_t bytes,
                      char **cause);
int dsm_memory_shared(struct dsm_memory *m, MPI_Comm comm, size_t bytes,
                      char **cause);
void dsm_memory_close(struct dsm_memory *m);

/* Returns the worst of all ranks' error codes, on all ranks. */
int dsm_memory_agree(MPI_Comm comm, int mine);

/* ---- the grid of dsm-jacobi ---------------------------------------------- */

/*
 * Two grids of side x side doubles in row-major order, whose rows are
 * distributed to the ranks. A launch is a sweep, which computes the rank's rows
 * of one grid from the other, followed by an exchange that brings the rows
 * needed by the next sweep: those just above and below the rank's own. An
 * algorithm keeps a struct dsm_grid for each pass: it calls dsm_grid_open(),
 * allocates memory, calls dsm_grid_fill(), and does the exchange once.
 */

struct dsm_grid {
    struct dsm_pass pass; /* barrier() is the exchange of rows */
    size_t side;
    int rank, ranks;
    size_t first, rows; /* its own rows */
    size_t top, tall;   /* rows that it reads: its own and the neighbours' */

    /* Set by the algorithm. */
    double *at[2]; /* row `top` of each grid; the last result is in grid launch
                      % 2 */
};

/* Sets *first and *rows to the rows of a rank; ranks without rows are the last
 * ones. Pure. */
void dsm_rows(size_t side, int ranks, int rank, size_t *first, size_t *rows);

/* Sets first, rows, top and tall to the values of a rank. */
void dsm_grid_place(struct dsm_grid *g, int rank);

/* Sets all members but those that the algorithm sets, and a->memory to g. */
void dsm_grid_open(struct dsm_grid *g, struct op_args *a, void *state,
                   int (*exchange)(void *state));

/* Writes this rank's rows of at[0] with the values before the first sweep. */
void dsm_grid_fill(struct dsm_grid *g);

static inline double *dsm_grid_row(const struct dsm_grid *g, int grid,
                                   size_t row)
{
    return g->at[grid] + (row - g->top) * g->side;
}

/* Executes a launch on a->memory. Used as run(). */
int dsm_grid_launch(void *state, const struct op_args *a);

/* Returns the number of wrong elements in the rows that this rank reads. */
long dsm_grid_wrong(const struct dsm_grid *g);

/* ---- the read of dsm-first-touch ----------------------------------------- */

/*
 * The owner is the last rank that has a section, and never rank 0. Before each
 * launch it changes the first element of its section, and in the launch rank 0
 * reads that element. An algorithm's before() calls dsm_first_write(), when the
 * owner may write, and makes sure that rank 0's read is again a first touch;
 * its run() calls dsm_first_read() on rank 0.
 */
struct dsm_first {
    struct dsm_pass pass; /* only launch is used: the last one prepared */
    struct dsm_case c;    /* only for sections and pages */
    int rank, owner;
    size_t element;
    double value; /* value that was read last */

    /* Set by the algorithm. */
    double *at; /* the element, in this rank's view */
};

/* Sets all members but those that the algorithm sets, and a->memory to f. */
void dsm_first_open(struct dsm_first *f, struct op_args *a);

/* Begins the next launch; the owner writes the element. */
static inline void dsm_first_write(struct dsm_first *f)
{
    f->pass.launch++;
    if (f->rank == f->owner)
        *f->at = dsm_value(f->pass.launch, f->element);
}

/* Reads the element by a load. */
static inline void dsm_first_read(struct dsm_first *f)
{
    f->value = *(volatile const double *)f->at;
}

/* ---- the bytes of microshmem-put ----------------------------------------- */

/* Each rank puts its source into the target of the next rank, the last rank
 * into that of rank 0; then all wait for each other. The operation's before()
 * changes the source. */
struct put {
    struct dsm_pass pass; /* only launch and account are used */
    size_t bytes;
    int rank, to, from;

    /* Set by the algorithm. */
    unsigned char *source, *target;
};

/* Sets all members but those that the algorithm sets, and a->memory to p. */
void put_open(struct put *p, struct op_args *a);

/* ---- algorithms that use MPI only ---------------------------------------- */

/* A message to or from another rank: `count` elements of `type`, at offset
 * `here` in bytes in this rank's memory and `there` in the other's. */
struct dsm_message {
    int peer, count;
    MPI_Datatype type;
    MPI_Aint here, there;
};

struct dsm_messages {
    int n;
    struct dsm_message *v;
};

/* State of an algorithm, from open() to close(). */
struct dsm_state {
    struct dsm_memory memory[2];
    MPI_Comm comm;
    union {
        struct dsm_pass pass;
        struct dsm d;
        struct dsm_grid g;
        struct dsm_first f;
        struct put p;
    };
    /* The messages of launch n are in out[n & turns] and in[n & turns]:
     * dsm-jacobi has a set for each grid. */
    struct dsm_messages out[2], in[2];
    unsigned turns;  /* 1 with two sets of messages, else 0 */
    char *from, *to; /* base addresses of outgoing and incoming messages */
    int fence;       /* assertion for MPI_Win_fence() after puts */
    MPI_Request *requests; /* one for each message */
    MPI_Status *statuses;
    int *counts, *displs; /* of each rank, for collectives; or NULL */
};

struct dsm_state *dsm_state_open(void **state, const struct op_args *a);
void dsm_state_close(void *state, struct op_args *a);
void dsm_message_add(struct dsm_messages *list, struct dsm_message m);

/* Makes memory[0], which receives data: in a window for puts, else private.
 * Must be called after all messages have been added. Returns the same as
 * dsm_memory_window(). */
int dsm_target_open(struct dsm_state *s, bool window, size_t bytes,
                    char **cause);

/* Barriers of algorithms. dsm_p2p() sends and receives all messages. dsm_put()
 * puts all messages and ends the epoch with a fence. dsm_shared() makes all
 * stores to the shared memory memory[0] before it visible to all ranks. */
int dsm_p2p(void *state);
int dsm_put(void *state);
int dsm_shared(void *state);

/* MPI_Barrier(). As a before() it keeps ranks from writing new data while
 * another rank still reads old data. As an after() it keeps ranks within MPI,
 * so that the library can serve the others where it needs their processors. */
int dsm_mpi_barrier(void *state, const struct op_args *a);

/* before() for algorithms with puts: MPI_Barrier(), then a fence that begins an
 * epoch. */
int dsm_epoch_begin(void *state, const struct op_args *a);

/* open() of both algorithms that share the function WHAT_open(): by messages,
 * and by puts into a window. */
#define DSM_OPENS(what)                                                        \
    static int what##_p2p_open(void **state, struct op_args *a, char **cause)  \
    {                                                                          \
        return what##_open(state, a, false, cause);                            \
    }                                                                          \
    static int what##_put_open(void **state, struct op_args *a, char **cause)  \
    {                                                                          \
        return what##_open(state, a, true, cause);                             \
    }

/* A row of an operation's algorithms: the operation, the name, run(), close(),
 * the help, and other members of the lifecycle. */
#define DSM_ALGO(of, text, run_fn, close_fn, about, ...)                       \
    &(const struct algo)                                                       \
    {                                                                          \
        .name = text, .op = of, .help = about,                                 \
        .life = {.close = close_fn, __VA_ARGS__}, .run = run_fn                \
    }

#endif /* OPS_DSM_H */
