/* mpi_calibrate.c: the calibrated model, handles with parameters left to it,
 * and the time limit of trials. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../shmbcast_tune.h"
#include "../trials.h"
#include "mpi_test.h"

/* Checks only limits: copying a byte takes between 0 and 1 ms, a wait between 1
 * ns and 10 s. */
static void expect_plausible(const struct shmbcast_model *m)
{
    EXPECT(m->t > 0 && m->t < 1e-3);
    EXPECT(m->tw >= 1e-9 && m->tw < 10);
    EXPECT(m->two >= 1e-9 && m->two < 10);
    EXPECT(m->ta >= 1e-9 && m->ta < 10);
}

void case_calibrate(const char *text)
{
    struct shmbcast_params params = test_params(text);
    struct shmbcast_model model = {0};

    EXPECT(shmbcast_calibrate(MPI_COMM_WORLD, &params, &model) == MPI_SUCCESS);
    expect_plausible(&model);
    EXPECT(test_same_everywhere(&model, sizeof(model)));
}

/* If an error occurs, nothing is set on any rank. */
void case_uncalibrated(const char *text)
{
    const struct shmbcast_model paper = shmbcast_model_paper();
    struct shmbcast_model model = paper;
    struct shmbcast_params bad = test_params("tree=2-ary");
    struct shmbcast_params open = test_params(text), before;
    struct shmbcast_tuning tuning;
    struct shmbcast *h = NULL;

    bad.k = 0;
    EXPECT(shmbcast_calibrate(MPI_COMM_NULL, NULL, &model) == MPI_ERR_COMM);
    EXPECT(shmbcast_calibrate(MPI_COMM_WORLD, &bad, &model) == MPI_ERR_ARG);
    EXPECT(memcmp(&model, &paper, sizeof(model)) == 0);
    EXPECT(shmbcast_params_resolve(MPI_COMM_NULL, &open, &tuning) ==
           MPI_ERR_COMM);
    EXPECT(shmbcast_params_modelled(&open));
    EXPECT(shmbcast_create(MPI_COMM_WORLD, &open, &h) == MPI_ERR_ARG);
    open.f = 1000;
    before = open;
    EXPECT(shmbcast_params_resolve(MPI_COMM_WORLD, &open, &tuning) ==
           MPI_ERR_ARG);
    EXPECT(memcmp(&open, &before, sizeof(open)) == 0);
    open.f = before.f = SHMBCAST_F_MODEL;
    open.s = before.s = 8 + 2 * test_rank;
    EXPECT(shmbcast_params_resolve(MPI_COMM_WORLD, &open, &tuning) ==
           (test_size > 1 ? MPI_ERR_ARG : MPI_SUCCESS));
    EXPECT(test_size == 1 || memcmp(&open, &before, sizeof(open)) == 0);
}

/* Checks that a handle with the chosen parameters works. */
static void expect_works(const struct shmbcast_params *p)
{
    struct shmbcast *h = NULL;

    if (shmbcast_create(MPI_COMM_WORLD, p, &h) == MPI_SUCCESS) {
        for (int root = 0; root < test_size; root++)
            test_once(engine_of(h), test_rank, root, p->f + 100,
                      (unsigned)root);
        EXPECT(shmbcast_free(&h) == MPI_SUCCESS);
    } else {
        test_fail(__FILE__, __LINE__, "shmbcast_create");
    }
}

/* The chosen queue must not exceed the budget. */
void case_resolve(const char *text)
{
    struct shmbcast_params p = test_params(text);
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    struct shmbcast_tuning t;

    EXPECT(shmbcast_params_resolve(MPI_COMM_WORLD, &p, &t) == MPI_SUCCESS);
    EXPECT(!shmbcast_params_modelled(&p));
    EXPECT(test_same_everywhere(&p, sizeof(p)) &&
           test_same_everywhere(&t, sizeof(t)));
    expect_plausible(&t.model);
    EXPECT(fabs(t.best_f * t.best_f * t.model.t / t.budget / t.model.tw - 1) <
           1e-9);
    EXPECT(fabs(t.best_f * t.best_s / t.budget - 1) < 1e-9);
    EXPECT((double)(p.f + page) * p.s <= t.budget);
    EXPECT(p.f % page == 0 && (double)p.f >= t.best_f);

    p.s = p.s < 5 ? p.s : 5; /* the test then uses less memory */
    expect_works(&p);
}

/* Candidates of trials only count launches by size, and take longer than the
 * time limit of the trials. */
enum { SLOW_MS = 2 };
struct launched {
    int sizes[2][2]; /* by size and candidate */
};

static void slow_send(void *state, int candidate, char *buf, size_t nbytes)
{
    struct launched *l = state;

    (void)buf;
    l->sizes[nbytes - 1][candidate]++;
    usleep(SLOW_MS * 1000);
}

static void slow_tell(void *state, int root, void *bytes, size_t nbytes)
{
    (void)state;
    MPI_Bcast(bytes, (int)nbytes, MPI_BYTE, root, MPI_COMM_WORLD);
}

/* Runs trials for that many calls' time. Returns the number of calls. */
static int calls_in(double calls)
{
    static const size_t sizes[] = {1, 2};
    struct sb_agree a = {.comm = MPI_COMM_WORLD, .rank = test_rank};
    struct launched l = {0};
    struct sb_scores scores;
    const struct sb_trials t = {.sizes = sizes,
                                .nsizes = 2,
                                .ncandidates = 2,
                                .warm = true,
                                .seconds = 1e-3 * SLOW_MS * calls,
                                .state = &l,
                                .send = slow_send,
                                .tell = slow_tell};

    EXPECT(sb_trials_run(&a, &t, &scores) == MPI_SUCCESS);
    EXPECT(l.sizes[0][1] == 0 && l.sizes[1][0] == 0 && l.sizes[1][1] == 0);
    EXPECT(scores.launches[0] == 0 && scores.launches[1] == 0);
    return l.sizes[0][0];
}

/* No launch starts that would exceed the limit if it took as long as the one
 * before, which was a warm-up and 8 calls, or fewer on a busy machine. A launch
 * ends with the call in which time runs out. */
void case_reserve(void)
{
    enum { CALLS = 9 };

    EXPECT(calls_in(CALLS * 1.7) <= CALLS);
    EXPECT(calls_in(1.5) <= 2);
}
