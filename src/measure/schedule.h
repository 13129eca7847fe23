/* schedule.h: what rank 0 decides, by what launches gave: how long a slot is
 * and how far ahead a turn starts (window.c); when a row has been measured well
 * enough, which case has the next pass and when the run is over (passes.c);
 * what a case keeps from pass to pass (track.c) and which turn comes next
 * (control.c). No messages: the time and what turns gave come in, orders go
 * out. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_SCHEDULE_H
#define MEASURE_SCHEDULE_H

#include "measure/launch.h"
#include "measure/result.h"
#include "measure/session.h"

/* ---- the window (window.c) ----------------------------------------------- */

/* What a turn looked like, over all ranks. */
struct turn_outcome {
    int launches;    /* on the turn's schedule */
    bool first_late; /* its first launch started late somewhere */
    int invalid; /* launches that started late somewhere or ended after their
                    slot: what the paper discards */
    double span; /* tau' - tau of the paper: from the first start to the
                    last rank's finish, with what comes after the last launch
                    but for --preset paper */
    double need; /* longest way of the start message: latest rank's
                    readiness minus rank 0's clock when it was sent */
    /* Of each launch: from its start until the next one could have started,
     * with what comes between the two; NAN: not known. */
    double took[WINDOW_LAUNCHES_MAX];
};

enum { WINDOW_HISTORY = 256 }; /* launches that are remembered */

/* Callers use slot and lead, which the paper calls b and t_bcast. A slot is
 * between 0.1 us and 10 s, a lead between 1 us and 1 s. */
struct window {
    double slot;                 /* of one launch, seconds */
    double lead;                 /* of the first start over the clock reading */
    size_t seen;                 /* launches, ever */
    double took[WINDOW_HISTORY]; /* of the last ones: number i at i modulo that
                                    many */
    int prompt;        /* turns in a row that the message was in time for */
    double need_least; /* smallest `need` of those */
};

/* lead: as measured, safety factor included. The slot is 0, for the warm-up. */
void window_start(struct window *w, double lead);
/* After the warm-up: slot = gamma * span / launches; k' of them with the
 * paper's rule, else k' - 1, the first of all not among them. */
void window_after_init(struct window *w, const struct window_config *c,
                       const struct turn_outcome *s);
/*
 * The rule of the paper: when more than eps of the launches were invalid,
 * b = gamma * span / k.
 *
 * Otherwise the slot is gamma times what all but the longest 1 % of the last
 * WINDOW_HISTORY launches took. Launches behind one that does not fit are lost,
 * and where slow ones come together those are slow as well: a slot that only
 * usual launches fit makes the mean of what is left too small. Launches of more
 * than four times the mean are left out, though: fewer than a quarter of all
 * can be, which a trimmed mean leaves out as well, and room for them would cost
 * more time than they take.
 *
 * The lead doubles when the first launch was late and the message took more
 * than half of it; a rank that was late for having lost its core would be late
 * with any lead. After some turns without that it returns to three times the
 * longest `need` of the calmest of them.
 */
void window_after_turn(struct window *w, const struct window_config *c,
                       const struct turn_outcome *s);

/* ---- rows, passes and the run (passes.c) --------------------------------- */

enum {
    STOP_MIN_ROUNDS = 16, /* below, no standard error of dependent launches
                             counts */
    STOP_PATIENCE = 400,  /* launches, none valid, that are hopeless */
    /* The same with more ranks than cores, where a launch costs a slice of the
     * scheduler: enough for the lead of the start message to double from
     * microseconds to such a slice. */
    STOP_PATIENCE_SHORT = 100,
};

/*
 * The rule looks at the summary that is reported; the paper's at one of all
 * valid launches, none trimmed, as the program of 2012 did. A limit goes before
 * convergence: whoever has converged may run on beside the others, but not past
 * a limit. least: the row has what no limit of time keeps it from having.
 */
enum stop stop_rule(const struct measuring *o, const struct pass *all,
                    bool least, bool oversubscribed, const struct summary *s);

/* A pass to a row lasts `rounds` and `least` seconds and until its own launches
 * have the relative standard error `rse`, but no longer than so many launches
 * or seconds. rounds 0: the case has one pass, which the stop rule ends. */
struct pass_limits {
    long rounds, launches;
    double rse, least, seconds;
    bool foldable; /* a case that has not the time or launches for PASSES_MIN
                      such passes gets one instead */
};

enum {
    PASSES_MOST = 20, /* of --passes=auto without a budget */
    PASS_ROUNDS = 3,  /* fewest, where the limits allow */
};

/* What --passes comes to. Several take that PASSES_SURE passes of PASS_ROUNDS
 * and 20 ms are within a case's limits. */
long passes_planned(const struct measuring *o);

/* How long each pass may be, with so many passes, in a sweep of so many rows.
 * It ends early when PASSES_SURE like it would be as precise as asked for. */
struct pass_limits passes_limits(const struct measuring *o, long planned,
                                 size_t rows);

struct passes_case {
    size_t group; /* of cases whose algorithms are open together */
    long passes;
    bool done;
    double cost;    /* seconds of the last pass, all that belongs to it */
    double missing; /* its standard error over the one asked for */
};

/* The passes of a sweep. */
struct passes {
    struct passes_case *cases;
    size_t n;
    long planned; /* LONG_MAX: as many as the budget has room for */
    long pass;    /* 1, 2, ...; 0 before the first */
    double budget;
    uint64_t seed;
    size_t *order;        /* of this pass */
    size_t ordered, left; /* cases in it, and those still to come, at its end */
    bool by_need;         /* it is of what is missing */
    double *worst;        /* by group: what the worst of its cases misses */
};

/* group[i] < n: case i's. budget: seconds of the whole sweep, 0: no limit. */
void passes_open(struct passes *p, const size_t *group, size_t n, long planned,
                 double budget, uint64_t seed);
void passes_close(struct passes *p);

/*
 * The next case to have a pass, so many seconds after the start; false when the
 * run is over. One pass keeps the order of the sweep. Of several each is in
 * random order, group by group; once all cases that go on have PASSES_SURE
 * passes and there is a budget, those that miss most come first: groups, then
 * their cases. After the first pass nothing begins that, going by the pass
 * before, would not fit the budget.
 */
bool passes_next(struct passes *p, double spent, size_t *index);

/* How the pass went; missing < 0: the case is done. */
void passes_account(struct passes *p, size_t index, double cost,
                    double missing);

/* How much of the run is behind us, so many seconds after its start: 0 to 1. */
double passes_share(const struct passes *p, double spent);

/* ---- a case (track.c) and its turns (control.c) -------------------------- */

/* The state of one row: a variant of the case under one method. */
struct track_row {
    struct result *r;
    struct window w;
    enum { ROW_FIRST, ROW_INIT, ROW_RUN } phase;
    size_t round;       /* in which it last had its turn */
    long next_summary;  /* valid launches at which to summarize again */
    bool windowed;      /* it has a window from an earlier warm-up */
    bool enough;        /* for this pass; it may run on beside others */
    bool apart;         /* clocks are not the same */
    struct summary own; /* of the pass's launches */
};

struct track {
    const struct harness *h;
    const struct measuring *o;
    const struct bench_case *c;
    size_t n;        /* rows: of each algorithm under each method, those of the
                        first method first */
    bool watched;    /* gauges are read before and after a pass */
    double repeats;  /* of the operation in one launch; 1 unless set */
    long pass;       /* number of the run's, under way; 0 unless set */
    uint64_t launch; /* number of the next one, turns 0 included; the same on
                        all ranks of the case */
    /* The rest is rank 0's. */
    struct result *results; /* NULL on other ranks */
    struct track_row *rows; /* NULL once the case is finished */
    double at;              /* seconds from the run's start to the pass's */
    double tolerance;       /* a start so much after its time is on time */
    double dither;          /* most that starts are moved by */
    size_t round;
    uint64_t counted; /* for the next order */
    bool fell_back;   /* methods gave way to their fallbacks, for good */
    struct pass_limits limits;
    double since; /* global time up to which rows have been charged: who adds to
                     it charges none; NAN: the pass has had no turn */
    uint64_t random;
};

/* As all zero it can be closed. The order of turns is made of the seed and the
 * size. */
void track_open(struct track *t, const struct harness *h,
                const struct measuring *o, const struct bench_case *c,
                uint64_t seed);
void track_close(struct track *t);

/* Has the case more than the one pass? */
static inline bool track_has_passes(const struct track *t)
{
    return t->limits.rounds > 0;
}

/* The next ones change rows; they do nothing on ranks but 0, which have none.
 */

/* A variant cannot run under any method. Rows that no pass has measured have
 * no figures and get the reason, unless they have one; others end. */
void track_refuse(struct track *t, size_t variant, const char *cause);
/* The same of all variants. */
void track_fail(struct track *t, const char *cause);
/* So many seconds were spent on what all rows have in common, such as buffers:
 * each is charged its share. */
void track_charge(struct track *t, double seconds);
/* Adds a turn's launches to the row: how many were valid, late or over, and of
 * those that count the times, spans and figures. */
void track_add_turn(struct track *t, size_t row, const struct turn_order *order,
                    const struct turn_times *report);
/* A pass has ended: keeps of its launches what is to be kept, and says of each
 * row whether it goes on. */
void track_passed(struct track *t);
/* Makes figures of the rows and drops the launches that they are made of. */
void track_finish(struct track *t);

/* Of rank 0. The largest relative standard error of its rows that go on, over
 * the one that is asked for; INFINITY: one is not known; -1: all are done. */
double track_missing(const struct track *t);
/* Rows that are not done have stopped now for that reason. */
void track_stop(struct track *t, enum stop why);

/* A pass begins. Windows and the number of the round go on. */
void control_pass(struct track *t, const struct pass_limits *limits);
/* The next turn, as of global time `now`; false when the pass is done. Rows
 * with a reason get none. */
bool control_next(struct track *t, double now, struct turn_order *order);
/* Takes in what the ordered turn gave, as of global time `now`. */
void control_account(struct track *t, const struct turn_order *order,
                     const struct turn_times *report, double now);
/* Whether the row is done, which has that relative standard error; NAN: not
 * known. */
void control_judge(struct track *t, struct track_row *row, double rse);

#endif /* MEASURE_SCHEDULE_H */
