/* test_names.c: the MPI library's own algorithms: names, proofs of use. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <jansson.h>
#include <stdlib.h>
#include <unistd.h>
#include "adapters/library/variant.h"
#include "adapters/library/openmpi_proof.h"
#include "lib/test/unit.h"
#include "mpi/library.h"

/* ---- the command line and the environment -------------------------------- */

UNIT_TEST(test_wanted)
{
    static const struct {
        const char *word;
        bool tuned, mpich, xhc;
    } cases[] = {
        {"bcast:native,tuned/binomial", true, false, false},
        {"bcast:tuned/*@segsize=8Ki", true, false, false},
        {"*:native,*", true, true, true},
        {"bcast:[mt]*", true, true, true},
        {"bcast:?pich/nb", true, true, true},
        {"bcast:mpich/nb,tune*", true, true, false},
        {"bcast:mock/*", false, false, false},
        {"bcast:native,shmbcast", false, false, false},
        {"bcast:tuned", false, false, false},
        {"bcast:native,xhc,shm", false, false, true},
        {"bcast:xhcs", false, false, false},
        {"tuned/binomial", false, false, false},
        {"b*", false, false, false},
    };

    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct setting word = {.arg = cases[i].word};
        const struct option_line line = {.v = &word, .n = 1};

        if (library_wanted(&library_openmpi, &line) != cases[i].tuned ||
            library_wanted(&library_mpich, &line) != cases[i].mpich ||
            library_wanted(&library_xhc, &line) != cases[i].xhc)
            fail_msg("%s", cases[i].word);
    }
    assert_true(library_wanted(&library_mpich,
                               &(struct option_line){.outcome = OPTIONS_LIST}));
}

/* A value of an option is not an operand. */
UNIT_TEST(test_value)
{
    static const struct option_row output = {.p.name = "output"};
    struct setting word = {&output, "a:tuned/b.csv"};

    assert_false(library_wanted(&library_openmpi,
                                &(struct option_line){.v = &word, .n = 1}));
}

#define DYNAMIC "OMPI_MCA_coll_tuned_use_dynamic_rules"
#define BINOMIAL "OMPI_MCA_coll_tuned_bcast_algorithm"

static void variable_set(const char *name, const char *value)
{
    if (value != NULL)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

/* NULL stands for a missing text. */
static void text_is(const char *text, const char *expected)
{
    assert_string_equal(text != NULL ? text : "(none)",
                        expected != NULL ? expected : "(none)");
}

static void variable_is(const char *name, const char *value)
{
    text_is(getenv(name), value);
}

/* Writes settings to the file that Open MPI reads instead of the user's. */
static void settings_write(const char *file, const char *text)
{
    FILE *f = fopen(file, "w");

    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    setenv("OMPI_MCA_mca_base_param_files", file, 1);
}

/* Leak sanitizer, if linked in. What Open MPI keeps of a session of MPI_T is
 * not our leak. */
void __lsan_disable(void) __attribute__((weak));
void __lsan_enable(void) __attribute__((weak));

static void prepare(struct openmpi_environment *e, const struct option_line *l)
{
    if (__lsan_disable != NULL)
        __lsan_disable();
    openmpi_prepare(e, l);
    if (__lsan_enable != NULL)
        __lsan_enable();
}

/* Settings without effect are hidden, be they in a file or the environment, and
 * restored afterwards; not if the user lets programs choose: these cases are
 * the last, as Open MPI 5 keeps a value whose variable has gone. */
UNIT_TEST(test_environment)
{
    static const struct {
        const char *file, *dynamic, *binomial; /* values set by the user */
        const char *during_dynamic, *during_binomial, *hidden;
    } cases[] = {
        {"", NULL, NULL, "1", NULL, NULL},
        {"", NULL, "6", "1", "0", NULL},
        {"", "0", "6", "1", "0", NULL},
        {"coll_tuned_bcast_algorithm=6\n", NULL, NULL, "1", "0", "binomial"},
        {"", "true", "6", "true", "6", NULL},
        {"coll_tuned_bcast_algorithm=6\n", "1", NULL, "1", NULL, NULL},
        {"coll_tuned_use_dynamic_rules=1\n", NULL, "6", NULL, "6", NULL},
    };
    struct setting chain = {.arg = "bcast:tuned/chain"};
    struct setting native = {.arg = "bcast:native"};
    const struct option_line asks = {.v = &chain, .n = 1};
    const struct option_line other = {.v = &native, .n = 1};
    char file[] = "/tmp/settings-XXXXXX";
    struct openmpi_environment e;

    close(mkstemp(file));
    for (size_t i = 0; mpi_running().mpi == openmpi && i < LENGTH(cases); i++)
        for (int wanted = 0; wanted < 2; wanted++) {
            settings_write(file, cases[i].file);
            variable_set(DYNAMIC, cases[i].dynamic);
            variable_set(BINOMIAL, cases[i].binomial);
            prepare(&e, wanted ? &asks : &other);
            variable_is(DYNAMIC,
                        wanted ? cases[i].during_dynamic : cases[i].dynamic);
            variable_is(BINOMIAL,
                        wanted ? cases[i].during_binomial : cases[i].binomial);
            text_is(json_string_value(json_object_get(
                        e.parameters, "coll_tuned_bcast_algorithm")),
                    wanted ? cases[i].hidden : NULL);
            openmpi_restore(&e);
            json_decref(e.parameters);
            variable_is(DYNAMIC, cases[i].dynamic);
            variable_is(BINOMIAL, cases[i].binomial);
        }
    variable_set(DYNAMIC, NULL);
    variable_set(BINOMIAL, NULL);
    unsetenv("OMPI_MCA_mca_base_param_files");
    unlink(file);
}

/* ---- names of MPICH ------------------------------------------------------ */

/* Descriptions with and without line ends. */
UNIT_TEST(test_mpich_names)
{
    static const char *const texts[] = {
        "Variable to select bcast algorithmauto - Internal algorithm selection "
        "(can be overridden with MPIR_CVAR_FILE)binomial                - "
        "Force "
        "Binomial Treenb                      - Force nonblocking algorithmsmp "
        "                    - Force smp algorithmscatter_ring_allgather  - "
        "Force Scatter Ring",
        "Variable to select bcast algorithm\nauto - Internal algorithm "
        "selection\nbinomial - Force Binomial Tree\nnb                - Force "
        "nonblocking algorithm\nsmp - Force smp algorithm\n"
        "scatter_ring_allgather - Force Scatter Ring",
    };
    static const char *const names[] = {"binomial", "nb", "smp",
                                        "scatter_ring_allgather"};

    for (size_t t = 0; t < 2; t++) {
        for (int id = 1; id <= 4; id++) {
            char *name = mpich_name(texts[t], id);

            assert_non_null(name);
            assert_string_equal(name, names[id - 1]);
            assert_int_equal(mpich_id(texts[t], name), id);
            free(name);
        }
        assert_null(mpich_name(texts[t], 5));
        assert_int_equal(mpich_id(texts[t], "ring"), -1);
    }
    assert_int_equal(mpich_id("by the user.error   - throw an error"
                              "print   - print it and fallbacksilent  - "
                              "silently fallback",
                              "silent"),
                     2);
    assert_null(mpich_name("no list", 1));
}

/* ---- proofs -------------------------------------------------------------- */

static uint64_t expected(const char *op, const char *algo, int rank, int n,
                         int root)
{
    uint64_t to = 0;

    if (!proof_expects(op, algo, rank, n, root, &to))
        fail_msg("%s %s with %d ranks is not known", op, algo, n);
    return to;
}

UNIT_TEST(test_messages)
{
    static const struct {
        const char *op, *algo;
        int n, root;
        uint64_t to[8]; /* targets of each rank; bit i: rank i */
    } cases[] = {
        {"bcast", "basic_linear", 4, 1, {0, 0xd, 0, 0}},
        {"bcast", "binomial", 8, 0, {0x16, 0x28, 0x40, 0x80}},
        {"bcast", "binomial", 3, 2, {0, 0, 3}},
        {"bcast", "pipeline", 3, 1, {0, 4, 1}},
        {"bcast", "scatter_allgather", 4, 0, {6, 9, 9, 6}},
        {"bcast", "scatter_allgather_ring", 4, 0, {6, 4, 8, 1}},
        {"reduce", "linear", 3, 0, {0, 1, 1}},
        {"reduce", "pipeline", 3, 0, {0, 1, 2}},
        {"reduce", "binomial", 8, 0, {0, 1, 1, 4, 1, 0x10, 0x10, 0x40}},
        {"allreduce", "recursive_doubling", 4, 0, {6, 9, 9, 6}},
        {"allgather", "ring", 3, 0, {2, 4, 1}},
        {"allgather", "bruck", 4, 0, {0xc, 9, 3, 6}},
        {"barrier", "bruck", 4, 0, {6, 0xc, 9, 3}},
        {"barrier", "linear", 3, 0, {6, 1, 1}},
        {"alltoall", "pairwise", 3, 0, {6, 5, 3}},
    };
    uint64_t to;

    for (size_t i = 0; i < LENGTH(cases); i++)
        for (int rank = 0; rank < cases[i].n; rank++)
            if (expected(cases[i].op, cases[i].algo, rank, cases[i].n,
                         cases[i].root) != cases[i].to[rank])
                fail_msg("%s %s: rank %d", cases[i].op, cases[i].algo, rank);
    assert_int_equal(expected("allreduce", "recursive_doubling", 0, 6, 0), 0);
    assert_false(proof_expects("bcast", "knomial", 0, 4, 0, &to));
    assert_false(proof_expects("bcast", "split_binary_tree", 0, 3, 0, &to));
    assert_int_equal(expected("bcast", "split_binary_tree", 0, 4, 0), 0);
}

/* In a tree, every rank except the root gets one message. */
UNIT_TEST(test_trees)
{
    static const char *const trees[] = {"basic_linear", "binomial", "pipeline"};

    for (size_t t = 0; t < 3; t++)
        for (int n = 1; n <= 64; n += n < 9 ? 1 : 11)
            for (int root = 0; root < n; root += 3) {
                uint64_t all = 0, to;

                for (int rank = 0; rank < n; rank++) {
                    to = expected("bcast", trees[t], rank, n, root);
                    assert_int_equal(all & to, 0);
                    all |= to;
                }
                assert_true(all ==
                            (UINT64_MAX >> (64 - n) & ~(UINT64_C(1) << root)));
            }
}
