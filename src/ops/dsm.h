/* dsm.h: shared memory: arrays, grids and puts, as all their algorithms have
 * them. */
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
 * What algorithms share, here and in src/adapters. The array of dsm-barrier
 * has n doubles, which are cut into a section for each rank. A launch is the
 * writes of the elements that the rank changes, and the algorithm's barrier,
 * after which every rank can read what was written in all that it has touched.
 *
 * An algorithm keeps a struct dsm for each pass: dsm_open(), then the memory
 * and the first touches, all without a value but 0; run() is dsm_launch().
 */

/* ---- the case: pure ------------------------------------------------------ */

/* --touched, --changed=N[:own|foreign] */
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
    size_t n, page; /* elements of the array, and of a page */
    int ranks;
    struct dsm_params set;
};

struct dsm_range {
    size_t first, count; /* elements */
};
enum { DSM_TOUCHED = 2, DSM_READABLE = 3 };

/* Elements of a page: of 4096 bytes, or the system's if that is larger. */
size_t dsm_page(void);

/* n / ranks elements, rounded up to whole pages, as far as there are any. */
struct dsm_range dsm_section(const struct dsm_case *c, int rank);

/* What a rank touches of the others' sections: ascending ranges of whole pages,
 * cut at the end of the array, which have no page in common. Returns how many.
 */
int dsm_touched(const struct dsm_case *c, int rank,
                struct dsm_range out[DSM_TOUCHED]);

/* The same and its own section: what holds for it after a barrier. */
int dsm_readable(const struct dsm_case *c, int rank,
                 struct dsm_range out[DSM_READABLE]);

/* Why some rank can't change so many elements, malloced, or NULL. */
char *dsm_refuse(const struct dsm_case *c);

/* The elements that a rank changes in each launch, ascending: c->set.changed.n
 * of them, in an array of the caller's. No two ranks change the same. With
 * DSM_HALO those of the pages that another rank shares come first; with DSM_ALL
 * every page is shared, and they are spread evenly over the section. */
void dsm_changed(const struct dsm_case *c, int rank, size_t *out);

/* What rank `from` changes and rank `to` can read after the barrier: *n runs,
 * ascending, malloced. */
struct dsm_range *dsm_brought(const struct dsm_case *c, int from, int to,
                              int *n);

/* What an element that is changed gets in launch 1, 2, ...: always another
 * value, and a whole number. */
static inline double dsm_value(uint64_t launch, size_t element)
{
    return (double)((int64_t)(launch & 0xffffff) << 28 |
                    (int64_t)(element & 0xfffffff));
}

/* ---- a pass ------------------------------------------------------------- */

/*
 * What a launch took on this rank, of all launches the mean; NAN: does not
 * apply, or nobody knows. What is sent is the algorithm's own payload, whatever
 * the MPI library makes of it; synchronization does not count.
 */
struct dsm_account {
    double memory;   /* bytes of mirrors, twins, windows; no message buffers */
    double compared; /* bytes of the array that are compared with a copy */
    double sent;     /* bytes */
    double messages; /* NAN where a collective operation sends */
    double pages;    /* of others that the rank has touched */
};

/* What the structures of the operations begin with. */
struct dsm_pass {
    uint64_t launch; /* the last one begun; 0: none yet */
    ticks_t met;     /* when its barrier began */
    const struct clock *clock;

    /* The algorithm's. */
    void *state; /* of what follows */
    int (*barrier)(void *state);
    struct dsm_account account; /* as far as it is known before the launches */
    void (*settle)(void *state, struct dsm_account *account); /* or NULL */
};

/* The account after the last launch. */
static inline const struct dsm_account *dsm_settled(struct dsm_pass *p)
{
    if (p->settle != NULL)
        p->settle(p->state, &p->account);
    return &p->account;
}

/* Of a launch whose writes are done. */
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
    unsigned char *marks; /* of elements that any rank changes; or NULL */

    /* The algorithm sets these. */
    double *mirror;      /* element 0 of the array, as this rank sees it */
    bool brings_nothing; /* then only what the rank wrote itself is checked */
};

/* Of dsm-barrier, or of an operation without its parameters. */
struct dsm_case dsm_case_of(const struct op_args *a);

/* Sets all but what the algorithm sets, and a->memory to d. The account is that
 * of a mirror of the whole array, and nothing known of what is sent. */
void dsm_open(struct dsm *d, struct op_args *a, void *state,
              int (*barrier)(void *state));
void dsm_close(struct dsm *d);

/* Of others that the rank touches. */
size_t dsm_pages(const struct dsm *d);

/* A launch, on a->memory: the writes, then the barrier. An algorithm's run().
 */
int dsm_launch(void *state, const struct op_args *a);

/* How many of the elements that this rank can read are not what the last launch
 * has to have left there, bit by bit. Where d->brings_nothing, of those that
 * the rank changed. */
long dsm_wrong(struct dsm *d);

/* ---- memory of a rank, in a window where others get at it --------------- */

struct dsm_memory {
    void *base;
    size_t bytes;
    void *map; /* private memory; else NULL */
    MPI_Win win;
    bool locked; /* the window, by MPI_Win_lock_all() */
};

/* No memory: what a close may be given. */
#define DSM_MEMORY_NONE ((struct dsm_memory){.win = MPI_WIN_NULL})

/*
 * All make memory of `bytes` bytes, all 0. In a window of comm's ranks, which
 * is collective, or private. `shared`: the ranks' memory is one after another,
 * and m->base is that of the first; all ranks have to be on one node. 0, or an
 * MPI error code, of windows on all ranks, with *cause malloced or left as it
 * is; in either case dsm_memory_close().
 */
int dsm_memory_private(struct dsm_memory *m, size_t bytes, char **cause);
int dsm_memory_window(struct dsm_memory *m, MPI_Comm comm, size_t bytes,
                      char **cause);
int dsm_memory_shared(struct dsm_memory *m, MPI_Comm comm, size_t bytes,
                      char **cause);
void dsm_memory_close(struct dsm_memory *m);

/* The worst of all ranks' error codes, on all. */
int dsm_memory_agree(MPI_Comm comm, int mine);

/* ---- the grid of dsm-jacobi ---------------------------------------------- */

/*
 * Two grids of side x side doubles, row by row, whose rows are spread over the
 * ranks. A launch is a sweep, which makes the rank's rows of one of them of the
 * other one, and what then brings the rows that the next sweep needs: those
 * just above and below its own. An algorithm keeps a struct dsm_grid for each
 * pass: dsm_grid_open(), memory, dsm_grid_fill(), and then its exchange once.
 */

struct dsm_grid {
    struct dsm_pass pass; /* barrier(): the exchange of rows */
    size_t side;
    int rank, ranks;
    size_t first, rows; /* its own */
    size_t top, tall;   /* those that it reads: its own and the neighbours' */

    /* The algorithm sets this. */
    double *at[2]; /* row `top` of each; launch % 2 has the last result */
};

/* The rows of a rank; those without any are the last ones. Pure. */
void dsm_rows(size_t side, int ranks, int rank, size_t *first, size_t *rows);

/* Sets first, rows, top and tall to what they are on a rank. */
void dsm_grid_place(struct dsm_grid *g, int rank);

/* Sets all but what the algorithm sets, and a->memory to g. */
void dsm_grid_open(struct dsm_grid *g, struct op_args *a, void *state,
                   int (*exchange)(void *state));

/* Writes this rank's rows of at[0], as they are before the first sweep. */
void dsm_grid_fill(struct dsm_grid *g);

static inline double *dsm_grid_row(const struct dsm_grid *g, int grid,
                                   size_t row)
{
    return g->at[grid] + (row - g->top) * g->side;
}

/* A launch, on a->memory: an algorithm's run(). */
int dsm_grid_launch(void *state, const struct op_args *a);

/* How many of the elements of the rows top, ... are not what they have to be.
 */
long dsm_grid_wrong(const struct dsm_grid *g);

/* ---- the read of dsm-first-touch ---------------------------------------- */

/*
 * The owner, the last rank that has a section and never rank 0, gives the first
 * element of its section another value before each launch, and rank 0 reads
 * that in the launch. An algorithm's before() is dsm_first_write(), wherever
 * the owner may write, and what lets rank 0's read be a first one; its run() is
 * dsm_first_read() on rank 0.
 */
struct dsm_first {
    struct dsm_pass pass; /* launch alone: the last one prepared */
    struct dsm_case c;    /* sections and pages; nothing else of it */
    int rank, owner;
    size_t element;
    double value; /* that was read last */

    /* The algorithm sets these. */
    double *at; /* the element, as this rank sees it */
};

/* Sets all but what the algorithm sets, and a->memory to f. */
void dsm_first_open(struct dsm_first *f, struct op_args *a);

/* Begins the next launch; the owner writes. */
static inline void dsm_first_write(struct dsm_first *f)
{
    f->pass.launch++;
    if (f->rank == f->owner)
        *f->at = dsm_value(f->pass.launch, f->element);
}

/* By a load. */
static inline void dsm_first_read(struct dsm_first *f)
{
    f->value = *(volatile const double *)f->at;
}

/* ---- the bytes of microshmem-put ---------------------------------------- */

/* Each rank puts its source into the target of the next one, round to the
 * first; then all meet. The operation's before() renews the source. */
struct put {
    struct dsm_pass pass; /* launch and account alone */
    size_t bytes;
    int rank, to, from;

    /* The algorithm sets these. */
    unsigned char *source, *target;
};

/* Sets all but what the algorithm sets, and a->memory to p. */
void put_open(struct put *p, struct op_args *a);

/* ---- algorithms that need no library ------------------------------------- */

/* What goes to another rank, or comes from it: `count` of `type`, from `here`
 * bytes on in this rank's memory and from `there` in the other's. */
struct dsm_message {
    int peer, count;
    MPI_Datatype type;
    MPI_Aint here, there;
};

struct dsm_messages {
    int n;
    struct dsm_message *v;
};

/* The state of an algorithm, from open() to close(). */
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
    /* The messages of launch n are number n & turns: dsm-jacobi has a set for
     * each grid. */
    struct dsm_messages out[2], in[2];
    unsigned turns;  /* 0, or 1 where there are two sets */
    char *from, *to; /* where outgoing messages begin, and incoming ones */
    int fence;       /* the assertion of MPI_Win_fence() after puts */
    MPI_Request *requests; /* one a message */
    MPI_Status *statuses;
    int *counts, *displs; /* of each rank; or NULL */
};

struct dsm_state *dsm_state_open(void **state, const struct op_args *a);
void dsm_state_close(void *state, struct op_args *a);
void dsm_message_add(struct dsm_messages *list, struct dsm_message m);

/* Makes memory[0], in which data arrives: in a window, for puts, or private. To
 * be called when all messages are there. Returns what dsm_memory_window() does.
 */
int dsm_target_open(struct dsm_state *s, bool window, size_t bytes,
                    char **cause);

/* Barriers of algorithms. All messages are sent and received. All are put, and
 * a fence ends the epoch. In shared memory, memory[0], all ranks see what any
 * rank stored before it. */
int dsm_p2p(void *state);
int dsm_put(void *state);
int dsm_shared(void *state);

/* MPI_Barrier(). As a before() it keeps ranks from writing new data while
 * another rank still reads old data. As an after() it keeps ranks within MPI,
 * so that the library can serve the others where it needs their processors. */
int dsm_mpi_barrier(void *state, const struct op_args *a);

/* A before() for puts: that barrier, and a fence that begins an epoch. */
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
