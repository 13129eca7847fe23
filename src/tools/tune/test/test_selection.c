/* test_selection.c: MPICH's selection of algorithms, changed by size. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/golden.h"
#include "lib/test/unit.h"

#include "lib/xmalloc.h"
#include "tools/tune/selection.h"
#include "tools/tune/test/made.h"

#define SIZED(text)                                                            \
    ALGO(.name = "mpich/" text, .kind = KIND_LIBRARY | KIND_SIZED)

/* Trees like MPICH's, with conditions about ranks and sizes. */
static const char mpir[] =
    "{\"collective=bcast\": {\"comm_type=intra\": {"
    "\"comm_size<4\": {\"algorithm=MPIR_Bcast_intra_smp\": {}},"
    "\"comm_size=pow2\": {\"avg_msg_size<=12\":"
    " {\"algorithm=MPIR_Bcast_intra_binomial\": {}}, \"avg_msg_size=any\":"
    " {\"algorithm=MPIR_Bcast_intra_scatter_ring_allgather\": {}}},"
    "\"comm_size=any\": {\"algorithm=MPIR_Bcast_intra_binomial\": {}}},"
    "\"comm_type=inter\":"
    " {\"algorithm=MPIR_Bcast_inter_remote_send_local_bcast\": {}}},"
    "\"collective=allreduce\": {\"comm_type=intra\":"
    " {\"algorithm=MPIR_Allreduce_intra_recursive_doubling\": {}}},"
    "\"collective=allgather\": {\"comm_type=intra\":"
    " {\"algorithm=MPIR_Allgather_intra_ring\": {}}},"
    "\"collective=scan\": {\"algorithm=MPIR_Scan_intra_smp\": {}}}";
static const char device[] =
    "{\"collective=bcast\": {\"comm_type=intra\": {\"comm_size<=9\":"
    " {\"composition=MPIDI_Bcast_intra_composition_alpha\": {}},"
    "\"comm_size=any\":"
    " {\"composition=MPIDI_Bcast_intra_composition_gamma\": {}}}},"
    "\"collective=allreduce\": {}}";

static const struct made made[] = {
    {"allgather", 4, {NATIVE, SIZED("brucks")}, {{9, 9, 9}, {9, 5, 5}}},
    {"allreduce",
     3,
     {NATIVE, SIZED("reduce_scatter_allgather")},
     {{9, 9, 9}, {5, 12, 9}}},
    {"bcast",
     3,
     {NATIVE, SIZED("scatter_ring_allgather"), SIZED("binomial")},
     {{9, 9, 9, 9, 9}, {9, 5, 5, 9, 9}, {9, 9, 9, 9, 5}}},
    {"bcast", 4, {NATIVE, SIZED("binomial")}, {{9, 9, 9}, {5, 9, 12}}},
    {"bcast", 8, {NATIVE, SIZED("binomial")}, {{9, 9, 9}, {9, 9, 9}}},
    {"scan", 2, {NATIVE, RING}, {{9, 9}, {5, 5}}},
};

static void decided(struct comparisons *all, struct library *l, bool trees)
{
    json_t *run = json_pack("{s:s}", "mpi", "MPICH Version: 4.0.2");

    make(all, made, sizeof(made) / sizeof(made[0]));
    library_of(l, run);
    json_decref(run);
    if (trees) {
        l->tree[TREE_MPIR] = json_loads(mpir, 0, NULL);
        l->tree[TREE_DEVICE] = json_loads(device, 0, NULL);
        assert_non_null(l->tree[TREE_DEVICE]);
    }
    files_decide(all, l);
}

/* True if MPICH's parser knows this condition. */
static bool key_known(const char *key)
{
    static const char *const known[] = {
        "collective=",        "comm_type=intra",  "comm_type=inter",
        "comm_size<",         "comm_size=any",    "comm_size=pow2",
        "avg_msg_size<",      "avg_msg_size=any", "total_msg_size<",
        "total_msg_size=any", "count<pow2",       "count=any",
        "is_op_built_in=",    "algorithm=MPIR_",  "composition=MPIDI_",
    };

    for (size_t i = 0; i < LENGTH(known); i++)
        if (strncmp(key, known[i], strlen(known[i])) == 0)
            return true;
    return false;
}

/* MPICH ends the program at an unknown condition, and if the last condition of
 * an object is about a size. */
static void assert_tree(const json_t *tree)
{
    const char *key, *last = "";
    json_t *value;

    json_object_foreach((json_t *)tree, key, value)
    {
        assert_true(key_known(key));
        assert_true(json_is_object(value));
        assert_int_equal(json_object_size(value) == 0,
                         strncmp(key, "algorithm=", 10) == 0 ||
                             strncmp(key, "composition=", 12) == 0);
        assert_tree(value);
        last = key;
    }
    assert_null(strchr(last, '<'));
}

/* By size where that gains more; the rest of the trees stays as it is. */
UNIT_TEST(test_trees)
{
    static const char *const golden[TREES] = {
        "src/tools/tune/test/selection_mpir.txt",
        "src/tools/tune/test/selection_ch4.txt"};
    struct comparisons all;
    struct library l;
    char *text;

    decided(&all, &l, true);
    assert_chosen(all.v[2].rule, "01102");
    text = variables_text(&all);
    assert_string_equal(text, "export MPIR_CVAR_SCAN_DEVICE_COLLECTIVE=0\n"
                              "export MPIR_CVAR_SCAN_INTRA_ALGORITHM=ring\n");
    free(text);
    for (size_t i = 0; i < TREES; i++) {
        json_t *tree;

        text = selection_text(&all, &l, (enum selection_tree)i);
        tree = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(tree);
        if (i == TREE_MPIR)
            assert_tree(tree);
        json_decref(tree);
        assert_golden(text, golden[i]);
    }
    comparisons_free(&all);
    library_free(&l);
}

/* Without the library's trees, one algorithm for all sizes. */
UNIT_TEST(test_no_trees)
{
    struct comparisons all;
    struct library l;

    decided(&all, &l, false);
    assert_chosen(all.v[2].rule, "00000");
    assert_null(selection_text(&all, &l, TREE_MPIR));
    comparisons_free(&all);
    library_free(&l);
}
