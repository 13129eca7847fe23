/* test_presence.c: the ranks of a node decide together. Here all of them are in
 * one process. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "algos/preload/presence.h"

#include <sys/shm.h>

enum { RANKS = 3 };

/* Begins a job that no other test and no other run has. */
static void job_begin(const char *name)
{
    char text[80];

    snprintf(text, sizeof(text), "%s.%ld", name, (long)getpid());
    setenv("PMIX_NAMESPACE", text, 1);
    unsetenv("PMI_FD");
}

static void enter(struct presence_node *node, bool fit)
{
    presence_enter(node, "test", RANKS, fit);
    node->patience = 0.01;
}

static bool exists(const struct presence_node *node)
{
    return shmget(node->key, 0, 0) != -1;
}

UNIT_TEST(test_all_fit)
{
    struct presence_node node[RANKS];

    job_begin("fit");
    for (int i = 0; i < RANKS; i++) {
        enter(&node[i], true);
        /* ranks that die in MPI_Init later leave nothing behind */
        assert_int_equal(exists(&node[0]), i < RANKS - 1);
    }
    for (int i = 0; i < RANKS; i++) {
        assert_int_equal(presence_decide(&node[i]), PRESENCE_FIT);
        assert_int_equal(node[i].first, i == 0);
    }
}

UNIT_TEST(test_one_is_unfit)
{
    struct presence_node node[RANKS];

    job_begin("unfit");
    for (int i = 0; i < RANKS; i++)
        enter(&node[i], i != 1);
    for (int i = 0; i < RANKS; i++)
        assert_int_equal(presence_decide(&node[i]), PRESENCE_UNFIT);
}

/* A rank that enters after the decision finds the same decision. */
UNIT_TEST(test_late)
{
    struct presence_node node[RANKS];

    job_begin("late");
    enter(&node[0], true);
    enter(&node[1], true);
    assert_int_equal(presence_decide(&node[0]), PRESENCE_MISSING);
    assert_int_equal(node[0].entered, 2);
    enter(&node[2], true);
    assert_int_equal(presence_decide(&node[2]), PRESENCE_MISSING);
    assert_int_equal(node[2].entered, 1);
    assert_int_equal(presence_decide(&node[1]), PRESENCE_MISSING);
    assert_false(node[1].first);
    assert_false(exists(&node[2]));
}

/* Ranks of different jobs, or with different libraries, do not share a page. */
UNIT_TEST(test_others)
{
    struct presence_node one, two, three;

    job_begin("one");
    presence_enter(&one, "test", 1, true);
    presence_enter(&two, "other", 1, false);
    job_begin("two");
    presence_enter(&three, "test", 1, false);
    assert_int_equal(presence_decide(&one), PRESENCE_FIT);
    assert_int_equal(presence_decide(&two), PRESENCE_UNFIT);
    assert_int_equal(presence_decide(&three), PRESENCE_UNFIT);
}

UNIT_TEST(test_not_known)
{
    struct presence_node node;
    int id;

    job_begin("unknown");
    presence_enter(&node, "test", 0, true);
    assert_int_equal(presence_decide(&node), PRESENCE_UNKNOWN);
    /* a segment too small to be one of ours */
    presence_enter(&node, "test", RANKS, true);
    shmctl(node.id, IPC_RMID, NULL);
    id = shmget(node.key, 1, IPC_CREAT | 0600);
    presence_enter(&node, "test", RANKS, true);
    shmctl(id, IPC_RMID, NULL);
    assert_int_equal(presence_decide(&node), PRESENCE_MISSING);
}
