/* engine_auto.c: shmbcast_auto under test. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine_auto.h"

#include <string.h>

#include "../auto/slot.h"
#include "mpi_test.h"

const char *const engine_plain = "ring=64Ki";

const unsigned way_ring = SB_CODE_RING, way_pull = SB_CODE_PULL;

/* Rings that messages go round, slots that hold little or nothing, the kernel
 * early and never, one group, and several. */
#define RING "slot=2Ki ring=64Ki pull=never direct=8Ki"
#define RING_ONLY "slot=0 ring=64Ki pull=never direct=8Ki"
#define PULL "slot=2Ki ring=64Ki pull=4Ki direct=8Ki"
#define PULL_ONLY "slot=0 ring=64Ki pull=1 direct=8Ki"
#define SLOT_ONLY "pull=never direct=8Ki slot="
#define LEARN "ring=256Ki"
#define SINGLES " group=1"
#define PAIRS " group=2"

const struct engine_case engine_cases[] = {
    {"sizes",
     case_sizes,
     {RING, RING_ONLY, PULL, PULL_ONLY, "slot=56 ring=128Ki pull=128Ki", LEARN,
      RING_ONLY SINGLES, PULL SINGLES}},
    /* with more ranks */
    {"groups",
     case_sizes,
     {RING, PULL_ONLY, RING SINGLES, RING_ONLY PAIRS, PULL PAIRS}},
    {"small", case_small, {"", RING_ONLY, PULL_ONLY PAIRS, PAIRS}},
    {"backtoback",
     case_backtoback,
     {LEARN, RING, RING_ONLY, PULL, PULL_ONLY, RING_ONLY PAIRS, PULL PAIRS}},
    {"late", case_late, {RING, RING_ONLY, PULL, LEARN, PAIRS}},
    {"types", case_types, {RING, PULL, LEARN, RING_ONLY PAIRS, PULL_ONLY}},
    {"bigelements", case_bigelements, {RING, PULL, RING PAIRS}},
    {"named", case_named, {"", RING_ONLY, PULL_ONLY}},
    {"many", case_many, {"ring=64Ki pull=2Ki"}},
    {"subcomms", case_subcomms, {RING, PULL, RING_ONLY PAIRS}},
    {"single", case_single, {"", PULL_ONLY}},
    {"fork", case_fork, {RING, PULL}},
    {"threads", case_threads, {RING_ONLY, PULL, RING PAIRS}},
    {"badargs", case_badargs, {"slot=9Ki", "ring=1000"}},
    {"differ",
     case_differ,
     {"slot=5", "ring=64Ki", "pull=never", "direct=1", "group=1", "learn=0"}},
    {"full", case_full, {"ring=1Mi"}},
    {"nocomms", case_nocomms, {""}},
    {"apart", case_apart, {""}},
    {"truncate", case_truncate, {RING, RING_ONLY, PULL, PULL PAIRS}},
    {"killed", case_killed, {PULL}},
    {"progress", case_progress, {RING, RING_ONLY, PULL, PULL_ONLY, RING PAIRS}},
    {"big", case_big, {"", "pull=never"}},
    {"slot",
     case_slot,
     {SLOT_ONLY "2Ki", SLOT_ONLY "56", SLOT_ONLY "8Ki" PAIRS}},
    {"ring", case_ring, {RING, RING_ONLY, RING PAIRS, RING_ONLY SINGLES}},
    {"pull", case_pull, {PULL, PULL_ONLY, PULL PAIRS}},
    {"direct",
     case_direct,
     {RING, RING " direct=1", PULL, RING_ONLY PAIRS " direct=100"}},
    {"refused", case_refused, {PULL, PULL PAIRS}},
    {"closed", case_closed, {PULL, PULL PAIRS}},
    {"unpackable", case_unpackable, {RING, PULL, RING PAIRS}},
    {"empty",
     case_empty,
     {RING, PULL, LEARN, RING_ONLY PAIRS, PULL_ONLY SINGLES}},
    {"owed", case_owed, {RING, PULL, LEARN}},
    {"emptyleader", case_emptyleader, {RING PAIRS, RING_ONLY PAIRS}},
    {"cut", case_cut, {RING, PULL, LEARN, RING_ONLY PAIRS " direct=1"}},
    {"window", case_window, {RING " direct=1", PULL, RING PAIRS}},
    {"badwindow", case_badwindow, {RING}},
    {"fullregion", case_fullregion, {RING}},
    {"manyregions", case_manyregions, {RING, PULL}},
    {"pages", case_pages, {RING, RING PAIRS}},
    {"calibrated",
     case_calibrated,
     {"calibrate=1 ring=256Ki", "calibrate=1 ring=256Ki" PAIRS}},
    /* what is left to learning */
    {"classes", case_classes, {"", SINGLES, "pull=never"}},
    {"roots", case_roots, {"", SINGLES, PAIRS}},
    {"unwanted", case_unwanted, {"", SINGLES}},
    {"packed-kind", case_packed_kind, {"", PAIRS}},
    {"shared-kind", case_shared_kind, {"", PAIRS}},
    {"ahead", case_ahead, {"", SINGLES}},
    {"kept", case_kept, {"", SINGLES}},
    {"file", case_file, {"", SINGLES, "learn=0"}},
    {"learn-types", case_types, {"", PAIRS}},
    {"learn-empty", case_empty, {"", SINGLES}},
    {"learn-owed", case_owed, {""}},
    {"learn-cut", case_cut, {"", PAIRS}},
    {"learn-truncate", case_truncate, {""}},
    {"learn-subcomms", case_subcomms, {""}},
    {"learn-threads", case_threads, {""}},
    {"flip", case_flip, {""}},
    {"nolearn", case_nolearn, {"learn=0", "learn=0" PAIRS}},
    {"orphan-ring", case_orphan, {RING}},
    {"orphan-pull", case_orphan, {PULL}},
    {NULL, NULL, {NULL}},
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

void test_way(struct engine *e, int root, unsigned way)
{
    const struct shmbcast_auto *h = engine_auto(e);
    const struct sb_slot *slot = sb_slot(h, h->rank, h->op);
    unsigned flags = SB_LOOK | SB_ASK;
    bool relays = h->leaders[h->rank] == h->rank &&
                  h->leaders[root] != h->rank && !h->alone;

    if (h->size > 1 && (h->rank == root || relays))
        /* relaxed: written by this rank */
        EXPECT((atomic_load_explicit(&slot->word, memory_order_relaxed) &
                ~(uint64_t)flags) == h->op * SB_WORDS + way);
}
