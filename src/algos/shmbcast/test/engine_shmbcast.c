/* engine_shmbcast.c: tests' engine of the published algorithm; its cases. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "mpi_test.h"

const char *const engine_plain = "f=4Ki s=4 q=2";
const int engine_alive = ENGINE_ALIVE;

const struct engine_case engine_cases[] = {
    {"sizes", WITH(case_sizes),
     "f=4Ki s=1 q=1|f=4Ki s=2 q=1|f=4Ki s=2 q=2|f=8Ki s=4 q=4|f=8Ki s=4 "
     "q=1|f=12Ki s=6 q=3|f=8Ki s=64 q=4|preset=paper"},
    {"trees", WITH(case_sizes),
     "f=4Ki s=4 tree=flat|f=4Ki s=4 tree=chain|f=4Ki s=4 tree=binary|f=4Ki s=4 "
     "tree=1-ary|f=4Ki s=4 tree=3-ary|f=4Ki s=4 tree=binomial|f=4Ki s=4 "
     "tree=3-nomial|f=4Ki s=4 tree=8-nomial|preset=collsm|preset=mvapich"},
    /* for more ranks: a few handles with mixtures of the settings above */
    {"alltrees", WITH(case_sizes),
     "f=4Ki s=4 q=2 tree=binary|f=4Ki s=2 q=1 tree=chain|f=4Ki s=3 q=3 "
     "tree=3-nomial|f=8Ki s=1 q=1 tree=flat|f=4Ki s=4 q=1 tree=3-ary"},
    {"small", WITH(case_small), "preset=default"},
    {"backtoback", WITH(case_backtoback),
     "f=4Ki s=1 q=1|f=4Ki s=2 q=2|f=4Ki s=6 q=3|f=4Ki s=8 q=2"},
    {"late", WITH(case_late), "f=4Ki s=1 q=1|f=4Ki s=6 q=3"},
    {"types", WITH(case_types), "f=4Ki s=1 q=1|f=4Ki s=6 q=2"},
    {"dense", ONCE(case_dense)},
    {"bigelements", WITH(case_bigelements), "f=4Ki s=4 q=2"},
    {"giant", ONCE(case_giant)},
    {"packed", ONCE(case_packed)},
    {"named", WITH(case_named), "f=4Ki s=4 q=2"},
    {"many", RUN(case_many), "f=4Ki s=4 q=2"},
    {"subcomms", RUN(case_subcomms), "f=4Ki s=2 q=1 tree=binomial"},
    {"fork", WITH(case_fork), "f=4Ki s=4 q=2"},
    {"threads", RUN(case_threads), "f=4Ki s=2 q=2"},
    {"badargs", RUN(case_badargs), "f=1000"},
    {"differ", RUN(case_differ), "s=66"},
    {"ignored", RUN(case_ignored), "tree=flat"},
    {"toolarge", RUN(case_toolarge), ""},
    {"full", RUN(case_full), "f=4Ki s=64 q=2"},
    {"nocomms", RUN(case_nocomms), ""},
    {"apart", RUN(case_apart), ""},
    {"truncate", WITH(case_truncate), "f=4Ki s=4 q=2"},
    {"orphan", RUN(case_orphan), "preset=default"},
    {"placement", WITH(case_placement), "preset=default"},
    {"progress", WITH(case_progress), "f=4Ki s=2 q=2"},
    {"bigelement", RUN(case_bigelement), "preset=default"},
    {"calibrate", RUN(case_calibrate),
     "tree=flat|tree=chain|tree=3-ary s=1 q=1"},
    {"uncalibrated", RUN(case_uncalibrated), "preset=model"},
    {"resolve", RUN(case_resolve), "preset=model"},
    {"reserve", ONCE(case_reserve)},
    {.name = NULL},
};

static int set(void *params, const char *name, const char *value)
{
    return shmbcast_params_parse(params, name, value, NULL);
}

struct shmbcast_params test_params(const char *text)
{
    struct shmbcast_params params = shmbcast_params_default();

    test_parse(text, set, &params);
    return params;
}

struct shmbcast *engine_shmbcast(struct engine *e)
{
    return (struct shmbcast *)e;
}

struct engine *engine_of(struct shmbcast *h)
{
    return (struct engine *)h;
}

int engine_create(MPI_Comm comm, const char *text, struct engine **e,
                  struct shmbcast_failure *why)
{
    struct shmbcast_params given = test_params(text != NULL ? text : "");
    const struct shmbcast_params *params = text != NULL ? &given : NULL;
    struct shmbcast *h = e != NULL ? engine_shmbcast(*e) : NULL;
    struct shmbcast **out = e != NULL ? &h : NULL;
    int rc = why != NULL ? shmbcast_create_why(comm, params, out, why)
                         : shmbcast_create(comm, params, out);

    if (e != NULL)
        *e = engine_of(h);
    return rc;
}

int engine_bcast(void *buf, MPI_Count count, MPI_Datatype type, int root,
                 struct engine *e)
{
    return shmbcast_bcast(buf, count, type, root, engine_shmbcast(e));
}

int engine_free(struct engine **e)
{
    struct shmbcast *h = engine_shmbcast(*e);
    int rc = shmbcast_free(&h);

    *e = engine_of(h);
    return rc;
}

int engine_sizes(struct engine *e, size_t sizes[ENGINE_SIZES])
{
    const struct shmbcast_params *p = shmbcast_params(engine_shmbcast(e));
    size_t f = p->f, b = f * (size_t)p->s;
    const size_t all[] = {0, 1, 7, f - 1, f, f + 1, b - 1, b + 1, 2 * b + 3, b};

    memcpy(sizes, all, sizeof(all));
    return (int)(sizeof(all) / sizeof(all[0]));
}

/* Trees that have no k ignore it, whatever its value. */
void case_ignored(const char *text)
{
    struct shmbcast_params params = test_params(text);
    struct shmbcast *h = NULL;

    params.k = -test_rank;
    EXPECT(shmbcast_create(MPI_COMM_WORLD, &params, &h) == MPI_SUCCESS);
    EXPECT(shmbcast_free(&h) == MPI_SUCCESS);
}

/* A queue larger than /dev/shm, whatever the size of /dev/shm. */
void case_toolarge(const char *text)
{
    struct statvfs fs;
    char large[64];

    EXPECT(statvfs("/dev/shm", &fs) == 0);
    snprintf(large, sizeof(large), "%s f=1Gi q=1 s=%d", text,
             (int)((fs.f_blocks * fs.f_frsize >> 30) + 1));
    test_refused(MPI_COMM_WORLD, large, MPI_ERR_NO_SPACE);
    test_works();
}

void case_placement(struct engine *e)
{
    struct shmbcast *h = engine_shmbcast(e);
    const struct shmbcast_params *p;
    long local, remote, page = sysconf(_SC_PAGESIZE);
    int leader;

    if (h == NULL)
        return;
    p = shmbcast_params(h);
    shmbcast_placement(h, &local, &remote);
    if (local < 0)
        test_skip("this system does not tell where pages are");
    else
        EXPECT(local + remote == p->s * (1 + (long)p->f / page));
    EXPECT((local < 0) == (remote < 0));
    leader = shmbcast_leader(h, test_rank);
    EXPECT(leader >= 0 && leader <= test_rank);
    EXPECT(shmbcast_leader(h, leader) == leader);
    EXPECT(shmbcast_leader(h, -1) == -1);
    EXPECT(shmbcast_leader(h, test_size) == -1);
}
