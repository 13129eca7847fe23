/* test_auto_ring.c: no interleaving of the ranks goes wrong in the rings. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "auto_ring.h"

static const struct am_variant variants[] = {
    {"a root does not wait", ROOT, DROP(CLAIM), ar_stale},
    {"a root waits when it has written", ROOT, AFTER(CLAIM, WRITTEN), ar_stale},
    {"a root's ring is smaller than it thinks", ROOT,
     BECOMES(CLAIM, CLAIM_ONE_OFF), ar_stale},
    {"a root waits for its group alone", ROOT, BECOMES(CLAIM, CLAIM_GROUP),
     ar_stale},
    {"a head comes before its piece", ROOT, AFTER(HEAD, CLAIM), ar_stale},
    {"a root is told of before its first piece", ROOT, AFTER(TELL, 0),
     ar_stale},
    {"a leader's head comes before its piece", RELAY, AFTER(HEAD, CLAIM),
     ar_stale},
    {"a root does not count its own message", ROOT,
     BECOMES(PASS, PASS_SILENTLY), am_deadlock},
    {"a reader does not wait for the head", READER,
     BECOMES(AVAILABLE, AVAILABLE_ANY), ar_stale},
    {"a reader's tail comes while it reads", READER, AFTER(TAIL, COPY),
     ar_torn},
    {"a reader has no room for all and counts what fits", READER,
     BECOMES(PASS, PASS_SHORT), ar_stale},
    {"a leader's tail comes before it has passed on", RELAY,
     AFTER(TAIL, AVAILABLE), ar_stale},
    {"a leader waits for the root", RELAY, BECOMES(CLAIM, CLAIM_ROOT),
     am_deadlock},
    /* harmless, as the root has waited for all */
    {"a leader does not wait", RELAY, DROP(CLAIM), NULL},
    {"a leader believes that the root is as far as the others", RELAY,
     BECOMES(CLAIM, CLAIM_FREE), NULL},
    {"a root remembers tails that are in its message", ROOT,
     BECOMES(CLAIM, CLAIM_FREE), NULL},
};

/* Of rings whose size changes. */
static const struct am_variant size_variants[] = {
    {"a root does not wait before a ring of another size", ROOT, DROP(LAY),
     ar_stale},
    {"a root waits for another size than its own last alone", ROOT,
     BECOMES(LAY, LAY_OWN), ar_stale},
};

/* The first has a message longer than two rings; the last are of rings whose
 * size changes. */
static const struct ar_shape shapes[] = {
    {.units = {2, 2, 2}, .length = {5, 1, 2}},
    {.units = {3, 3, 3}, .length = {2, 4, 1}},
    {.units = {2, 2, 2}, .length = {1, 2, 3}},
    {.units = {3, 3, 3}, .length = {1, 2, 4}},
    {.units = {2, 3, 2}, .length = {3, 2, 3}},
    {.units = {3, 2, 3}, .length = {4, 3, 1}},
};

enum { NSHAPES = sizeof(shapes) / sizeof(shapes[0]), SIZE_CHANGES = 4 };

static void nothing_goes_wrong(void **state)
{
    (void)state;
    for (int i = 0; i < NSHAPES; i++)
        am_search_all(&ar_rings, &shapes[i], NULL);
}

static void mistakes_are_seen(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(variants) / sizeof(variants[0]); i++) {
        int n = variants[i].seen != NULL ? 1 : 2;

        for (int shape = 0; shape < n; shape++)
            am_search_all(&ar_rings, &shapes[shape], &variants[i]);
    }
}

static void mistakes_in_sizes_are_seen(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(size_variants) / sizeof(size_variants[0]);
         i++)
        am_search_all(&ar_rings, &shapes[SIZE_CHANGES], &size_variants[i]);
}

UNIT_GROUP(auto_ring)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_goes_wrong),
        cmocka_unit_test(mistakes_are_seen),
        cmocka_unit_test(mistakes_in_sizes_are_seen),
    };

    return cmocka_run_group_tests_name("auto_ring", tests, NULL, NULL);
}
