/* dsm.h: operations on distributed shared memory (arrays, grids, puts), and
 * what their algorithms have in common. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef DSM_DSM_H
#define DSM_DSM_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include "lib/params.h"
#include "ops/op.h"
#include "timers/timer.h"

/*
 * dsm-barrier has an array of n doubles, divided into one section per
 * rank. In a launch each rank writes the elements that it changes, and then
 * calls the algorithm's barrier. After that every rank can read all elements
 * that were written in those pages that it has touched.
 *
 * An algorithm has a struct dsm for each pass: it calls dsm_open(), allocates
 * the memory, with all elements 0, and touches the pages; run() is
 * dsm_launch().
 */

/* ---- the case: pure ------------------------------------------------------ */

/* Parameters --touched, and --changed=N[:own|foreign]. */
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
    size_t n, page; /* length of the array, and of a page, in elements */
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
 * the last sections may be shorter or empty. */
struct dsm_range dsm_section(const struct dsm_case *c, int rank);

/* Sets out[] to what a rank touches in other ranks' sections: disjoint
 * ascending ranges of whole pages, but not beyond the end of the array. Returns
 * how many there are. */
int dsm_touched(const struct dsm_case *c, int rank,
                struct dsm_range out[DSM_TOUCHED]);

/* Like dsm_touched(), plus the rank's own section: all elements that the rank
 * can read after a barrier. */
int dsm_readable(const struct dsm_case *c, int rank,
                 struct dsm_range out[DSM_READABLE]);

/* Returns why a rank cannot change c->set.changed.n elements, malloced, or
 * NULL. */
char *dsm_refuse(const struct dsm_case *c);

/* Sets out[] to the c->set.changed.n elements that a rank changes in each
 * launch, ascending. No two ranks change the same element. With DSM_HALO,
 * elements in pages that other ranks have touched come first; with DSM_ALL,
 * where every page is shared, elements are spread evenly over the section. */
void dsm_changed(const struct dsm_case *c, int rank, size_t *out);

/* Returns the elements that rank `from` changes and rank `to` can read after
 * the barrier: *n runs of consecutive elements, ascending, malloced. */
struct dsm_range *dsm_brought(const struct dsm_case *c, int from, int to,
                              int *n);

/* Returns what launch 1, 2, ... writes to a changed element: a whole number,
 * different in each launch. */
static inline double dsm_value(uint64_t launch, size_t element)
{
    return (double)((int64_t)(launch & 0xffffff) << 28 |
                    (int64_t)(element & 0xfffffff));
}

/* ---- a pass -------------------------------------------------------------- */

/* Costs of a launch on this rank, as mean over all launches; NAN if unknown or
 * not applicable. Only the algorithm's payload counts as sent, not
 * synchronization or what the MPI library adds. */
struct dsm_account {
    double memory;   /* bytes of mirrors, twins, windows; not of message
                        buffers */
    double compared; /* bytes of the array that were compared with a copy */
    double sent;     /* payload bytes */
    double messages; /* NAN if a collective sends them */
    double pages;    /* pages that the rank has touched in other ranks'
                        sections */
};

/* Each operation's struct begins with this one. */
struct dsm_pass {
    uint64_t launch; /* latest launch begun; 0 before the first */
    ticks_t met;     /* when its barrier began */
    const struct clock *clock;

    /* The algorithm sets these. */
    void *state; /* argument of the functions below */
    int (*barrier)(void *state);
    struct dsm_account account; /* what is known before the launches */
    /* updates `account`; may be NULL */
    void (*settle)(void *state, struct dsm_account *account);
};

/* Returns the account, updated after the last launch. */
static inline const struct dsm_account *dsm_settled(struct dsm_pass *p)
{
    if (p->settle != NULL)
        p->settle(p->state, &p->account);
    return &p->account;
}

/* Ends a launch, after its writes: runs the barrier. */
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
    unsigned char *marks; /* bitmap of the elements that any rank changes; or
                             NULL */

    /* The algorithm sets these. */
    double *mirror;      /* this rank's view of the array */
    bool brings_nothing; /* the barrier transfers no data: only what the rank
                            wrote itself is checked */
};

/* Returns the operation's case; `set` is all zero if it has no parameters. */
struct dsm_case dsm_case_of(const struct op_args *a);

/* Sets all members except the algorithm's, and a->memory to d. The account
 * starts with the memory of a mirror of the whole array; the costs of sending
 * are unknown. */
void dsm_open(struct dsm *d, struct op_args *a, void *state,
              int (*barrier)(void *state));
void dsm_close(struct dsm *d);

/* Returns how many pages of other ranks' sections this rank touches. */
size_t dsm_pages(const struct dsm *d);

/* Runs a launch on a->memory: the writes, then the barrier. Used as run(). */
int dsm_launch(void *state, const struct op_args *a);

/* Returns how many elements that this rank can read differ, in any bit, from
 * what the latest launch must have left. With d->brings_nothing, only elements
 * that the rank changed itself are checked. */
long dsm_wrong(struct dsm *d);

/* ---- memory of a rank, private or in a window ---------------------------- */

struct dsm_memory {
    void *base;
    size_t bytes;
    void *map; /* mapping if it is private, else NULL */
    MPI_Win win;
    bool locked; /* by MPI_Win_lock_all() */
};

/* No memory; may be passed to dsm_memory_close(). */
#define DSM_MEMORY_NONE ((struct dsm_memory){.win = MPI_WIN_NULL})

/* Each allocates `bytes` bytes of memory, all 0: private; in a window of comm's
 * ranks (collective); or in a shared window (collective; all ranks must be on
 * one node), where the memory of all ranks is contiguous and m->base is the
 * first rank's. Returns 0 or an MPI error code (for windows: on all ranks) with
 * *cause malloced or unchanged. Call dsm_memory_close() in both cases. */
int dsm_memory_private(struct dsm_memory *m, size_t bytes, char **cause);
int dsm_memory_window(struct dsm_memory *m, MPI_Comm comm, size_t bytes,
                      char **cause);
int dsm_memory_shared(struct dsm_memory *m, MPI_Comm comm, size_t bytes,
                      char **cause);
void dsm_memory_close(struct dsm_memory *m);

/* ---- the grid of dsm-jacobi ---------------------------------------------- */

/* Two grids of side x side doubles in row-major order, whose rows are
 * distributed over the ranks. A launch is a sweep, in which each rank computes
 * its rows of one grid from the other grid, followed by an exchange that
 * fetches the rows that the next sweep needs: those just above and below the
 * rank's own. An algorithm has a struct dsm_grid for each pass: it calls
 * dsm_grid_open(), allocates memory, calls dsm_grid_fill(), and runs the
 * exchange once. */

struct dsm_grid {
    struct dsm_pass pass; /* its barrier() is the exchange */
    size_t side;
    int rank, ranks;
    size_t first, rows; /* rows of this rank */
    size_t top, tall;   /* rows that it reads: its own and one above and
                           below */

    /* The algorithm sets this. */
    double *at[2]; /* row `top` of each grid; the latest result is in grid
                      launch % 2 */
};

/* Sets *first and *rows to the rows of a rank. Only the last ranks may have
 * none. Pure. */
void dsm_rows(size_t side, int ranks, int rank, size_t *first, size_t *rows);

/* Sets first, rows, top and tall to those of a rank. */
void dsm_grid_place(struct dsm_grid *g, int rank);

/* Sets all members except the algorithm's, and a->memory to g. */
void dsm_grid_open(struct dsm_grid *g, struct op_args *a, void *state,
                   int (*exchange)(void *state));

/* Writes the values before the first sweep to this rank's rows of at[0]. */
void dsm_grid_fill(struct dsm_grid *g);

static inline double *dsm_grid_row(const struct dsm_grid *g, int grid,
                                   size_t row)
{
    return g->at[grid] + (row - g->top) * g->side;
}

/* Runs a launch on a->memory. Used as run(). */
int dsm_grid_launch(void *state, const struct op_args *a);

/* Returns how many elements are wrong in the rows that this rank reads. */
long dsm_grid_wrong(const struct dsm_grid *g);

/* ---- the read of dsm-first-touch ----------------------------------------- */

/* The owner is the last rank that has a section, but never rank 0. Before each
 * launch it changes the first element of its section; in the launch, rank 0
 * reads this element. An algorithm's before() calls dsm_first_write(), once the
 * owner may write, and makes rank 0's next read a first touch again. Its run()
 * calls dsm_first_read() on rank 0. */
struct dsm_first {
    struct dsm_pass pass; /* only `launch` is used: the latest launch
                             prepared */
    struct dsm_case c;    /* only for its sections and pages */
    int rank, owner;
    size_t element;
    double value; /* the value read last */

    /* The algorithm sets this. */
    double *at; /* the element in this rank's view */
};

/* Sets all members except the algorithm's, and a->memory to f. */
void dsm_first_open(struct dsm_first *f, struct op_args *a);

/* Prepares the next launch; the owner writes the element. */
static inline void dsm_first_write(struct dsm_first *f)
{
    f->pass.launch++;
    if (f->rank == f->owner)
        *f->at = dsm_value(f->pass.launch, f->element);
}

/* Reads the element with a load instruction. */
static inline void dsm_first_read(struct dsm_first *f)
{
    f->value = *(volatile const double *)f->at;
}

/* ---- the bytes of microshmem-put ----------------------------------------- */

/* Each rank puts its source into the target of the next rank (the last rank
 * into rank 0's); then a barrier follows. The operation's before() changes the
 * source. */
struct put {
    struct dsm_pass pass; /* only `launch` and `account` are used */
    size_t bytes;
    int rank, to, from;

    /* The algorithm sets these. */
    unsigned char *source, *target;
};

/* Sets all members except the algorithm's, and a->memory to p. */
void put_open(struct put *p, struct op_args *a);

/* ---- algorithms that use MPI only ---------------------------------------- */

/* A message to or from another rank: `count` elements of `type`, at byte offset
 * `here` in this rank's memory and `there` in the other rank's. */
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
    /* Launch n uses the messages out[n & turns] and in[n & turns]: dsm-jacobi
     * has a set of messages for each grid. */
    struct dsm_messages out[2], in[2];
    unsigned turns;  /* 1 if there are two sets of messages, else 0 */
    char *from, *to; /* start of the memory that messages come from, and go
                        to */
    int fence;       /* assertion of the MPI_Win_fence() after puts */
    MPI_Request *requests; /* one for each message */
    MPI_Status *statuses;
    int *counts, *displs; /* for collectives, one per rank; or NULL */
};

struct dsm_state *dsm_state_open(void **state, const struct op_args *a);
void dsm_state_close(void *state, struct op_args *a);
void dsm_message_add(struct dsm_messages *list, struct dsm_message m);

/* Makes memory[0], which receives data: in a window if puts are used, else
 * private. Call it after all messages have been added. Returns what
 * dsm_memory_window() returns. */
int dsm_target_open(struct dsm_state *s, bool window, size_t bytes,
                    char **cause);

/* Barriers of algorithms. dsm_p2p() sends and receives all messages. dsm_put()
 * puts all messages and ends the epoch by a fence. dsm_shared() makes all
 * earlier stores to the shared memory memory[0] visible to all ranks. */
int dsm_p2p(void *state);
int dsm_put(void *state);
int dsm_shared(void *state);

/* MPI_Barrier(). As before(), it keeps ranks from writing new data while
 * another rank still reads the old. As after(), it keeps ranks inside MPI, so
 * that the library makes progress for others if it needs their processors. */
int dsm_mpi_barrier(void *state, const struct op_args *a);

/* before() of algorithms with puts: MPI_Barrier(), then a fence that begins an
 * epoch. */
int dsm_epoch_begin(void *state, const struct op_args *a);

/* open() of two algorithms that share WHAT_open(): one sends messages, one puts
 * into a window. */
#define DSM_OPENS(what)                                                        \
    static int what##_p2p_open(void **state, struct op_args *a, char **cause)  \
    {                                                                          \
        return what##_open(state, a, false, cause);                            \
    }                                                                          \
    static int what##_put_open(void **state, struct op_args *a, char **cause)  \
    {                                                                          \
        return what##_open(state, a, true, cause);                             \
    }

/* An algorithm's descriptor: its operation, name, run(), close(), help, and
 * other members of its lifecycle. */
#define DSM_ALGO(of, text, run_fn, close_fn, about, ...)                       \
    &(const struct algo)                                                       \
    {                                                                          \
        .name = text, .op = of, .help = about,                                 \
        .life = {.close = close_fn, __VA_ARGS__}, .run = run_fn                \
    }

#endif /* DSM_DSM_H */
