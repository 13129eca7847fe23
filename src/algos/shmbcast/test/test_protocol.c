/* test_protocol.c: no interleaving of the protocol's steps goes wrong. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "protocol.h"

/* Calls {root, fragments}: longer than a set, than the queue, and short. */
static const struct pr_config small[] = {
    {2, 1, 1, 0, 3, {{0, 2}, {1, 1}, {0, 3}}, 0},
    {2, 2, 1, 0, 4, {{0, 3}, {1, 5}, {1, 1}, {0, 2}}, 0},
    {2, 2, 2, 0, 4, {{0, 1}, {1, 1}, {0, 5}, {1, 3}}, 0},
    {2, 4, 2, 0, 4, {{0, 5}, {1, 9}, {1, 1}, {0, 3}}, 0},
    {2, 4, 4, 0, 4, {{1, 6}, {0, 2}, {1, 5}, {0, 1}}, 0},
    {3, 1, 1, 0, 3, {{0, 2}, {2, 1}, {1, 2}}, 0},
    {3, 2, 1, 1, 3, {{0, 3}, {1, 3}, {2, 1}}, 0},
    {3, 2, 2, 0, 4, {{0, 1}, {1, 3}, {2, 1}, {1, 2}}, 0},
    {3, 2, 2, 1, 4, {{0, 3}, {2, 1}, {2, 2}, {1, 1}}, 0},
    {3, 3, 1, 1, 3, {{0, 4}, {1, 2}, {2, 3}}, 0},
    {3, 4, 2, 0, 3, {{0, 5}, {1, 3}, {2, 1}}, 0},
    {3, 4, 2, 1, 3, {{0, 3}, {1, 5}, {0, 2}}, 0},
};

enum { NSMALL = sizeof(small) / sizeof(small[0]) };

static unsigned long nothing_goes_wrong(const struct pr_config *config,
                                        enum pr_bug variant)
{
    struct pr_config c = *config;
    struct search_result r;

    c.bug = variant;
    r = pr_search(&c);
    if (r.wrong != NULL)
        fail_msg("p %d s %d q %d chain %d calls {%d, %d} {%d, %d} {%d, %d}: %s",
                 c.p, c.s, c.q, c.chain, c.calls[0].root, c.calls[0].nfragments,
                 c.calls[1].root, c.calls[1].nfragments, c.calls[2].root,
                 c.calls[2].nfragments, r.wrong);
    return r.states;
}

static void protocol_is_right(void **state)
{
    unsigned long states = 0;

    (void)state;
    for (int i = 0; i < NSMALL; i++)
        states += nothing_goes_wrong(&small[i], PR_CORRECT);
    print_message("# %lu states\n", states);
}

/* Three calls of three ranks: all roots, shorter and longer than a set. */
static void all_sequences(void **state)
{
    static const struct pr_config shapes[] = {
        {3, 2, 1, 0, 3, {{0}}, 0},
        {3, 2, 2, 0, 3, {{0}}, 0},
        {3, 2, 2, 1, 3, {{0}}, 0},
        {3, 4, 2, 1, 3, {{0}}, 0},
    };
    unsigned long states = 0;

    (void)state;
    for (int i = 0; i < 4; i++)
        for (int n = 0; n < 6 * 6 * 6; n++) {
            struct pr_config c = shapes[i];

            for (int call = 0, rest = n; call < 3; call++, rest /= 6) {
                c.calls[call].root = rest % 3;
                c.calls[call].nfragments = rest / 3 % 2 ? 3 : 1;
            }
            states += nothing_goes_wrong(&c, PR_CORRECT);
        }
    print_message("# %lu states\n", states);
}

static void harmless_variants(void **state)
{
    (void)state;
    for (int bug = PR_OPEN_EARLY; bug <= PR_CONTROLS_ALONE; bug++)
        for (int i = 0; i < NSMALL; i++)
            nothing_goes_wrong(&small[i], (enum pr_bug)bug);
}

/* In which of the searches is a mistake seen? */
static int times_caught(enum pr_bug bug)
{
    int caught = 0;

    for (int i = 0; i < NSMALL; i++) {
        struct pr_config c = small[i];

        c.bug = bug;
        caught += pr_search(&c).wrong != NULL;
    }
    return caught;
}

static void mistakes_are_caught(void **state)
{
    (void)state;
    for (int bug = PR_ENTER_EARLY; bug <= PR_AHEAD; bug++) {
        int caught = times_caught((enum pr_bug)bug);

        print_message("# mistake %d: caught in %d of %d\n", bug, caught,
                      (int)NSMALL);
        assert_true(caught > 0);
    }
}

UNIT_GROUP(protocol)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(protocol_is_right),
        cmocka_unit_test(all_sequences),
        cmocka_unit_test(harmless_variants),
        cmocka_unit_test(mistakes_are_caught),
    };

    return cmocka_run_group_tests_name("protocol", tests, NULL, NULL);
}
