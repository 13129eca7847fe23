/* test_auto_pull.c: no interleaving of the ranks goes wrong in pulled chunks.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "auto_pull.h"

static const char endless[] = "no end is in reach";

/* Where roots can write: two chunks, so that both sides copy. */
static const struct am_variant variants[] = {
    {"a root copies for whatever operation a rank is in", ROOT,
     BECOMES(LOAD, LOAD_ANY), ap_back},
    {"a root reads where a buffer is before it sees open chunks", ROOT,
     AFTER(ADDRESS_OF, LOOK), ap_address},
    {"a root does not see that a chunk was taken", ROOT,
     BECOMES(TAKE, TAKE_BLIND), ap_twice},
    {"a root counts a chunk before it has copied it", ROOT,
     AFTER(HELP, ADDRESS_OF), ap_lost},
    {"a root does not count what it has copied", ROOT, DROP(HELP), endless},
    {"a root returns when no chunks are open", ROOT, BECOMES(LOOK, LOOK_OPEN),
     ap_given},
    {"a reader opens chunks before it says where they are", READER,
     AFTER(ADDRESS, OPEN), ap_address},
    {"a reader forgets help that it got", READER, AFTER(RESET, OPEN), endless},
    {"a reader counts help that it got before", READER, DROP(RESET), ap_lost},
    {"a reader does not wait for help", READER, DROP(HELPED), ap_lost},
    {"a reader does not see that a chunk was taken", READER,
     BECOMES(TAKE, TAKE_BLIND), ap_twice},
    /* slower, and harmless */
    {"a root does not help", ROOT, DROP_ALL(LOAD, HELP), NULL},
    {"a reader leaves all to the root", READER, DROP_ALL(LOOP, AGAIN), NULL},
};

/* Where they cannot. */
static const struct am_variant failing[] = {
    {"a root that fails says so when it has counted the chunk", ROOT,
     AFTER(FAIL, HELP), ap_lost},
    {"a reader does not ask whether the root failed", READER,
     DROP_ALL(FAILED, FINISH), ap_lost},
};

static const struct ap_shape writes = {2, -1, false}, fails = {1, -1, true},
                             gaps = {2, 1, false};

static void nothing_goes_wrong(void **state)
{
    (void)state;
    am_search_all(&ap_chunks, &writes, NULL);
    am_search_all(&ap_chunks, &fails, NULL);
    am_search_all(&ap_chunks, &gaps, NULL);
}

static void mistakes_are_seen(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(variants) / sizeof(variants[0]); i++)
        am_search_all(&ap_chunks, &writes, &variants[i]);
    for (size_t i = 0; i < sizeof(failing) / sizeof(failing[0]); i++)
        am_search_all(&ap_chunks, &fails, &failing[i]);
}

UNIT_GROUP(auto_pull)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_goes_wrong),
        cmocka_unit_test(mistakes_are_seen),
    };

    return cmocka_run_group_tests_name("auto_pull", tests, NULL, NULL);
}
