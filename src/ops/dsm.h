/* dsm.h: the array of dsm-barrier: who touches, changes and reads what of it.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What its algorithms share, in whichever room they are. An array of n doubles
 * is cut into a section for each rank. A launch is the writes of the elements
 * that the rank changes, and the algorithm's barrier, after which every rank
 * can read what was written in all that it has touched.
 *
 * An algorithm keeps a struct dsm for each pass: dsm_open(), then the memory
 * and the first touches, all without a value but 0; run() is dsm_run().
 */
#ifndef OPS_DSM_H
#define OPS_DSM_H

#include "lib/params.h"
#include "ops/op.h"
#include "timers/timer.h"

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

struct dsm {
    struct dsm_case c;
    int rank;
    const struct clock *clock;
    size_t *changed;      /* dsm_changed() of this rank */
    uint64_t launch;      /* the last one begun; 0: none yet */
    ticks_t began;        /* its barrier */
    unsigned char *marks; /* of elements that any rank changes; or NULL */

    /* The algorithm sets these. */
    double *mirror;      /* element 0 of the array, as this rank sees it */
    bool brings_nothing; /* then only what the rank wrote itself is checked */
    void *state;         /* of what follows */
    int (*barrier)(void *state);
    void (*account)(void *state, struct dsm_account *account); /* or NULL */
};

/* Of dsm-barrier, or of an operation without its parameters. */
struct dsm_case dsm_case_of(const struct op_args *a);

/* Sets all but what the algorithm sets, and a->memory to d. */
void dsm_open(struct dsm *d, struct op_args *a);
void dsm_close(struct dsm *d);

/* Of others that the rank touches. */
size_t dsm_pages(const struct dsm *d);

/* A launch: the writes, then the barrier. */
static inline int dsm_run(struct dsm *d)
{
    uint64_t launch = ++d->launch;

    for (size_t i = 0; i < d->c.set.changed.n; i++)
        d->mirror[d->changed[i]] = dsm_value(launch, d->changed[i]);
    d->began = clock_read(d->clock);
    return d->barrier(d->state);
}

/* dsm_run() of a->memory: an algorithm's run(). */
int dsm_launch(void *state, const struct op_args *a);

/* How many of the elements that this rank can read are not what the last launch
 * has to have left there, bit by bit. Where d->brings_nothing, of those that
 * the rank changed. */
long dsm_wrong(struct dsm *d);

#endif /* OPS_DSM_H */
