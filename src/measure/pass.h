/* pass.h: a case between its passes, what is open in a pass, and the pass. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_PASS_H
#define MEASURE_PASS_H

#include "measure/control.h"
#include "measure/session.h"

/* A case: its rows, and what rank 0 decides by. */
struct track {
    const struct harness *h;
    const struct measuring *o;
    const struct bench_case *c;
    struct result *results; /* n of them; NULL but on rank 0 */
    size_t n;
    struct control control;
    bool watched;    /* gauges are read before and after a pass; on all ranks */
    long pass;       /* number of the run's, under way; 0 unless set */
    double at;       /* seconds since the run's measuring began: the pass did */
    uint64_t launch; /* number of the next one, turns 0 included; the same on
                        all ranks of the case */
};

/* A case has a row for each algorithm under each method: those of the first
 * method come first. */
size_t case_rows(const struct measuring *o, const struct bench_case *c);

/* As all zero it can be closed. The order of turns is made of the seed and the
 * size. */
void track_open(struct track *t, const struct harness *h,
                const struct measuring *o, const struct bench_case *c,
                uint64_t seed);
void track_close(struct track *t);

/* The next ones change rows; they do nothing on ranks but 0, which have none.
 */

/* A variant cannot run under any method. Rows that no pass has measured have
 * no figures and get the reason, unless they have one; others end. */
void track_refuse(struct track *t, size_t variant, const char *cause);
/* The same of all variants. */
void track_fail(struct track *t, const char *cause);
/* A pass has ended: keeps of its launches what is to be kept, and says of each
 * row whether it goes on. */
void track_passed(struct track *t);
/* Makes figures of the rows and drops the launches that they are made of. */
void track_finish(struct track *t);

/* Of rank 0. Is every row done? */
bool track_is_done(const struct track *t);
/* The largest relative standard error of its rows that go on, over the one that
 * is asked for; INFINITY: one is not known. */
double track_missing(const struct track *t);
/* Rows that are not done have stopped now for that reason. */
void track_stop(struct track *t, enum stop why);

/* What a variant has open. */
struct operands_variant {
    struct op_args args; /* the operation's, with memory of its own if any */
    void *state;         /* what create() or open() made */
    bool is_open;        /* open() was called: close() will be */
    bool usable;
};

/* Everything that the launches of a pass share on this rank. */
struct operands {
    const struct session *b;
    struct track *t;
    struct op_args args; /* the operation's */
    struct buffers buffers;
    struct operands_variant *variants; /* as many as the choice has */
    double repeats;                    /* of the operation in one launch */
};

/*
 * Collective over b->control. The rows of a variant that can't be opened get
 * the reason, on rank 0. When the operation can't be opened, all rows do; false
 * on all ranks. operands_close() in any case.
 */
bool operands_open(struct operands *v, const struct session *b,
                   struct track *t);
void operands_close(struct operands *v);

/* After the launches: traffic, and the figures of the pass, into the rows on
 * rank 0. Collective; an MPI error code. */
int operands_figures(struct operands *v);

/*
 * A pass of the case with all algorithms: warm-up, then rounds. Collective over
 * h->comm; ranks outside the communicator sleep until it is done. The track
 * goes on on rank 0. Returns an MPI error code, the same on all
 * ranks.
 */
int pass_run(const struct session *b, struct track *t,
             const struct pass_limits *limits);

#endif /* MEASURE_PASS_H */
