/* engine_auto.c: the tests' engine (mpi_test.h) of shmbcast_auto; its cases. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine_auto.h"

#include <string.h>

#include "../auto/transfer.h"
#include "mpi_test.h"

const char *const engine_plain = "ring=64Ki";
const int engine_alive = ENGINE_ALIVE;

/* Settings: small rings in which messages wrap around, slots for few sizes or
 * none, the kernel for short messages or never, one group or several. */
#define RING "slot=2Ki ring=64Ki pull=never direct=8Ki"
#define RING_ONLY "slot=0 ring=64Ki pull=never direct=8Ki"
#define PULL "slot=2Ki ring=64Ki pull=4Ki direct=8Ki"
#define PULL_ONLY "slot=0 ring=64Ki pull=1 direct=8Ki"
#define SLOT_ONLY "pull=never direct=8Ki slot="
#define CALIBRATED "ring=256Ki calibrate_ms=10"
/* Settings that, taken together, use every algorithm, also with gaps. */
#define OWN "ring=256Ki dense=slot:4Ki,queue gaps=slot-ask:4Ki,queue"
#define COMMON                                                                 \
    "ring=256Ki dense=buffer:8Ki,ring-part:128Ki,pull-fine "                   \
    "gaps=buffer-ask:8Ki,ring-part"
#define MIXED                                                                  \
    "ring=64Ki dense=slot-ask:256,buffer-ask:4Ki,ring:32Ki,pull "              \
    "gaps=queue:64Ki,ring"
#define SINGLES " group=1"
#define PAIRS " group=2"

const struct engine_case engine_cases[] = {
    /* case_ways tests the same sizes with thresholds */
    {"sizes", WITH(case_sizes),
     CALIBRATED "|slot=56 ring=128Ki pull=128Ki|" PULL SINGLES},
    /* for runs with more ranks */
    {"groups", WITH(case_sizes),
     RING "|" PULL_ONLY "|" RING SINGLES "|" RING_ONLY PAIRS "|" PULL PAIRS},
    {"small", WITH(case_small), "|" RING_ONLY "|" PULL_ONLY PAIRS "|" PAIRS},
    {"backtoback", WITH(case_backtoback),
     CALIBRATED "|" RING "|" RING_ONLY "|" PULL "|" PULL_ONLY
                "|" RING_ONLY PAIRS "|" PULL PAIRS "|" OWN "|" COMMON
                "|" OWN PAIRS},
    {"late", WITH(case_late),
     RING "|" RING_ONLY "|" PULL "|" OWN "|" COMMON "|" CALIBRATED PAIRS},
    {"types", WITH(case_types),
     RING "|" PULL "|" CALIBRATED "|" RING_ONLY PAIRS "|" PULL_ONLY "|" OWN
          "|" COMMON},
    {"bigelements", WITH(case_bigelements), RING "|" PULL "|" RING PAIRS},
    {"named", WITH(case_named), "|" RING_ONLY "|" PULL_ONLY},
    {"many", RUN(case_many), "ring=64Ki pull=2Ki"},
    {"subcomms", RUN(case_subcomms),
     RING "|" PULL "|" RING_ONLY PAIRS "|" CALIBRATED},
    {"fork", WITH(case_fork), RING "|" PULL},
    {"threads", RUN(case_threads),
     RING_ONLY "|" PULL "|" RING PAIRS "|" OWN "|" CALIBRATED},
    {"badargs", RUN(case_badargs), "slot=9Ki|ring=1000"},
    {"differ", RUN(case_differ),
     "slot=5|ring=64Ki|pull=never|direct=1|group=1|calibrate=off|dense=queue"},
    {"full", RUN(case_full), "ring=1Mi"},
    {"truncate", WITH(case_truncate), RING "|" PULL "|" OWN "|" COMMON},
    {"nocomms", RUN(case_nocomms), ""},
    {"apart", RUN(case_apart), ""},
    {"progress", WITH(case_progress),
     RING "|" RING_ONLY "|" PULL "|" PULL_ONLY "|" RING PAIRS "|" OWN},
    {"big", RUN(case_big), "|pull=never|" OWN},
    /* sizes that mostly use the slot, the ring or the kernel */
    {"slot", WITH(case_ways),
     SLOT_ONLY "2Ki|" SLOT_ONLY "56|" SLOT_ONLY "8Ki" PAIRS},
    {"ring", WITH(case_ways),
     RING "|" RING_ONLY "|" RING PAIRS "|" RING_ONLY SINGLES},
    {"pull", WITH(case_ways), PULL "|" PULL_ONLY "|" PULL PAIRS},
    {"refused", RUN(case_refused), PULL "|" PULL PAIRS},
    {"closed", RUN(case_closed), PULL "|" PULL PAIRS},
    {"unpackable", WITH(case_unpackable), RING "|" PULL "|" RING PAIRS},
    {"empty", WITH(case_empty),
     RING "|" PULL "|" CALIBRATED "|" RING PAIRS "|" RING_ONLY PAIRS
          "|" PULL_ONLY SINGLES "|" OWN "|" COMMON PAIRS},
    {"owed", WITH(case_owed), RING "|" PULL "|" OWN},
    {"cut", WITH(case_cut),
     RING "|" PULL "|" OWN "|" COMMON "|" RING_ONLY PAIRS " direct=1"},
    {"window", WITH(case_window),
     RING " direct=1|" PULL "|" RING PAIRS "|" RING_ONLY PAIRS " direct=100"},
    {"badwindow", WITH(case_badwindow), RING},
    {"fullregion", WITH(case_fullregion), RING},
    {"manyregions", RUN(case_manyregions), RING "|" PULL},
    {"pages", WITH(case_pages), RING "|" RING PAIRS},
    {"table", WITH(case_table),
     OWN "|" COMMON "|" MIXED "|" OWN PAIRS "|" COMMON SINGLES},
    {"calibrated", RUN(case_calibrated),
     CALIBRATED "|calibrate=warm ring=256Ki" PAIRS
                "|calibrate=cold calibrate_ms=1 ring=64Ki"},
    {"compared", RUN(case_compared), CALIBRATED},
    {"cost", ONCE(case_cost)},
    {"kept", ONCE(case_kept)},
    {"won", ONCE(case_won)},
    {"thresholds", WITH(case_thresholds), "calibrate=off|calibrate=off" PAIRS},
    {"coll", WITH(case_coll), RING "|" PULL PAIRS "|" OWN},
    /* enough time for all sizes */
    {"slow", WITH(case_slow), "calibrate_ms=30000"},
    {"orphan-ring", RUN(case_orphan), RING},
    {"orphan-pull", RUN(case_orphan), PULL},
    {.name = NULL},
};

static int set(void *params, const char *name, const char *value)
{
    return shmbcast_auto_params_parse(params, name, value, NULL);
}

struct shmbcast_auto *engine_auto(struct engine *e)
{
    return (struct shmbcast_auto *)e;
}

int engine_create(MPI_Comm comm, const char *text, struct engine **e,
                  struct shmbcast_failure *why)
{
    struct shmbcast_auto_params given = shmbcast_auto_params_default();
    const struct shmbcast_auto_params *params = text != NULL ? &given : NULL;
    struct shmbcast_auto *h = e != NULL ? engine_auto(*e) : NULL;
    struct shmbcast_auto **out = e != NULL ? &h : NULL;
    int rc;

    if (text != NULL)
        test_parse(text, set, &given);
    rc = why != NULL ? shmbcast_auto_create_why(comm, params, out, why)
                     : shmbcast_auto_create(comm, params, out);
    if (e != NULL)
        *e = (struct engine *)h;
    return rc;
}

int engine_bcast(void *buf, MPI_Count count, MPI_Datatype type, int root,
                 struct engine *e)
{
    return shmbcast_auto_bcast(buf, count, type, root, engine_auto(e));
}

int engine_free(struct engine **e)
{
    struct shmbcast_auto *h = engine_auto(*e);
    int rc = shmbcast_auto_free(&h);

    *e = (struct engine *)h;
    return rc;
}

int engine_sizes(struct engine *e, size_t sizes[ENGINE_SIZES])
{
    const struct shmbcast_auto_params *p = shmbcast_auto_params(engine_auto(e));
    size_t ring = p->ring, pull = p->pull < ring ? p->pull : ring / 2;
    size_t slot =
        p->slot < SHMBCAST_AUTO_SLOT_MAX ? p->slot : SHMBCAST_AUTO_SLOT_MAX;
    const size_t all[] = {
        0,        1,        56,       57,           slot, slot + 1,
        ring - 1, ring,     ring + 1, 2 * ring + 3, pull, pull - 1,
        4097,     32 << 10, 300001,   (1 << 20) + 5};

    _Static_assert(sizeof(all) <= sizeof(sizes[0]) * ENGINE_SIZES, "fits");
    memcpy(sizes, all, sizeof(all));
    return (int)(sizeof(all) / sizeof(all[0]));
}

enum sb_algorithm test_threshold(struct engine *e, size_t nbytes, bool shared)
{
    const struct shmbcast_auto_params *p = shmbcast_auto_params(engine_auto(e));

    if (shared && nbytes >= p->direct)
        return SB_DIRECT;
    if (nbytes <= p->slot)
        return nbytes <= 1 << 10 ? SB_SLOT : SB_BUFFER;
    return nbytes >= p->pull && shmbcast_auto_can_pull(engine_auto(e))
               ? SB_PULL
               : SB_RING;
}

void test_way(struct engine *e, int root, size_t nbytes,
              enum sb_algorithm algorithm)
{
    static const unsigned codes[] = {
        [SB_BUFFER] = SB_IN_BUFFER,      [SB_BUFFER_ASK] = SB_IN_BUFFER,
        [SB_RING] = SB_CODE_RING,        [SB_RING_PART] = SB_CODE_RING,
        [SB_QUEUE] = SB_CODE_QUEUE,      [SB_PULL] = SB_CODE_PULL,
        [SB_PULL_FINE] = SB_CODE_PULL,   [SB_DIRECT] = SB_CODE_PULL,
        [SB_DIRECT_PAST] = SB_CODE_PULL,
    };
    const struct shmbcast_auto *h = engine_auto(e);
    bool relays = h->leaders[h->rank] == h->rank &&
                  h->leaders[root] != h->rank && !h->alone;
    bool slot = algorithm <= SB_BUFFER_ASK;

    if (h->size > 1 && (h->rank == root || relays))
        /* relaxed: this rank wrote it */
        EXPECT(atomic_load_explicit(&sb_slot(h, h->rank, h->op)->word,
                                    memory_order_relaxed) ==
               h->op * SB_WORDS + codes[algorithm] + (slot ? nbytes : 0));
}
