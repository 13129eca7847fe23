/* mpi_tune.c: the calibrated model, and handles whose sizes it chose. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "../shmbcast_tune.h"
#include "engine_shmbcast.h"
#include "mpi_test.h"

/* Are these bytes the same on all ranks? */
static int same_everywhere(const void *bytes, size_t n)
{
    unsigned char first[256];
    int here, everywhere;

    memcpy(first, bytes, n);
    MPI_Bcast(first, (int)n, MPI_BYTE, 0, MPI_COMM_WORLD);
    here = memcmp(first, bytes, n) == 0;
    MPI_Allreduce(&here, &everywhere, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return everywhere;
}

/* Not how long: but no copy is free or takes a second, and no wait is less than
 * a nanosecond. */
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
    EXPECT(same_everywhere(&model, sizeof(model)));
}

void case_uncalibrated(const char *text)
{
    struct shmbcast_model model = shmbcast_model_paper(), before = model;
    struct shmbcast_params bad = test_params("tree=2-ary");
    struct shmbcast_params open = test_params(text);
    struct shmbcast_tuning tuning;
    struct shmbcast *h = NULL;

    bad.k = 0;
    EXPECT(shmbcast_calibrate(MPI_COMM_NULL, NULL, &model) == MPI_ERR_COMM);
    EXPECT(shmbcast_calibrate(MPI_COMM_WORLD, &bad, &model) == MPI_ERR_ARG);
    EXPECT(memcmp(&model, &before, sizeof(model)) == 0);
    EXPECT(shmbcast_params_resolve(MPI_COMM_NULL, &open, &tuning) ==
           MPI_ERR_COMM);
    EXPECT(shmbcast_params_modelled(&open));
    EXPECT(shmbcast_create(MPI_COMM_WORLD, &open, &h) == MPI_ERR_ARG);
}

/* The budget is kept, and what was chosen broadcasts. */
void case_resolve(const char *text)
{
    struct shmbcast_params p = test_params(text);
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    struct shmbcast_tuning t;
    struct shmbcast *h = NULL;

    EXPECT(shmbcast_params_resolve(MPI_COMM_WORLD, &p, &t) == MPI_SUCCESS);
    EXPECT(!shmbcast_params_modelled(&p));
    EXPECT(same_everywhere(&p, sizeof(p)) && same_everywhere(&t, sizeof(t)));
    expect_plausible(&t.model);
    EXPECT(fabs(t.best_f * t.best_f * t.model.t / t.budget / t.model.tw - 1) <
           1e-9);
    EXPECT(fabs(t.best_f * t.best_s / t.budget - 1) < 1e-9);
    EXPECT((double)(p.f + page) * p.s <= t.budget);
    EXPECT(p.f % page == 0 && (double)p.f >= t.best_f);

    p.s = p.s < 5 ? p.s : 5; /* not all of the memory in a test */
    if (shmbcast_create(MPI_COMM_WORLD, &p, &h) == MPI_SUCCESS) {
        for (int root = 0; root < test_size; root++)
            test_once(engine_of(h), test_rank, root, p.f + 100, (unsigned)root);
        EXPECT(shmbcast_free(&h) == MPI_SUCCESS);
    } else {
        test_fail(__FILE__, __LINE__, "shmbcast_create");
    }
}
