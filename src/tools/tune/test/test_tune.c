/* test_tune.c: which algorithm is chosen for which size; the texts of files. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/golden.h"
#include "lib/test/unit.h"

#include "lib/xmalloc.h"
#include "tools/tune/test/made.h"

/* An algorithm that is decided to be faster than native is kept at the next
 * size unless another one is faster than it. Others are never chosen. */
UNIT_TEST(test_by_size)
{
    static const struct {
        const char *chosen;
        double us[3][SIZES];
    } cases[] = {
        {"00000", {{10, 10, 10, 10, 10}, {10, 10.5, 10, 11, 30}}},
        {"11111", {{10, 10, 10, 10, 10}, {8, 8, 8, 8, 8}, {9, 9, 9, 9, 9}}},
        /* the second is slightly faster, but that is undecided */
        {"11111",
         {{10, 10, 10, 10, 10}, {8, 8, 8, 8, 8}, {9, 7.8, 7.6, 7.8, 7.6}}},
        {"11222", {{10, 10, 10, 10, 10}, {8, 8, 8, 8, 8}, {9, 7.8, 7, 7.8, 8}}},
        /* the first is not faster than native any more; the second is */
        {"11222",
         {{10, 10, 10, 10, 10}, {8, 8, 9.5, 8, 8}, {9, 9, 9, 8.2, 8.2}}},
        {"01001", {{10, 10, 10, 10, 10}, {12, 8, 9.8, 9.5, 5}}},
        {"00020", {{10, 10, 10, 10, 10}, {0, 10, 0, 12, 0}, {0, 0, 0, 5, 0}}},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct made m = {"bcast", 4, {NATIVE, BINOMIAL, PIPELINE}, {{0}}};
        struct comparisons all;

        memcpy(m.us, cases[i].us, sizeof(cases[i].us));
        make(&all, &m, 1);
        decide_by_size(&all.v[0], KIND_LIBRARY, NULL, all.v[0].rule);
        assert_chosen(all.v[0].rule, cases[i].chosen);
        comparisons_free(&all);
    }
}

/* One algorithm for all sizes and numbers of ranks: faster than native
 * somewhere, and nowhere slower or possibly slower. */
UNIT_TEST(test_for_all)
{
    static const struct {
        const char *chosen;
        double us[2][3][SIZES];
    } cases[] = {
        {"11111",
         {{{10, 10, 10, 10, 10}, {10, 9.7, 8, 10.1, 10}, {5, 5, 5, 5, 12}},
          {{10, 10, 10, 10, 10}, {10, 10, 10, 10, 10}, {5, 5, 5, 5, 5}}}},
        {"00000",
         {{{10, 10, 10, 10, 10}, {10, 10.5, 8, 10, 10}, {0, 5, 5, 5, 5}},
          {{10, 10, 10, 10, 10}, {8, 8, 8, 8, 8}, {5, 5, 5, 5, 5}}}},
        {"00000",
         {{{10, 10, 10, 10, 10}, {10, 10, 9.9, 10, 10}, {5, 5, 5, 5, 5}},
          {{10, 10, 10, 10, 10}, {10, 10, 10, 10, 10}, {0, 0, 0, 0, 0}}}},
        {"22222",
         {{{10, 10, 10, 10, 10}, {8, 8, 8, 8, 8}, {7, 7, 7, 7, 7}},
          {{10, 10, 10, 10, 10}, {8, 8, 8, 8, 8}, {8, 8, 8, 8, 8}}}},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct made m[2] = {
            {"bcast", 2, {NATIVE, BINOMIAL, PIPELINE}, {{0}}},
            {"bcast", 4, {NATIVE, BINOMIAL, PIPELINE}, {{0}}},
        };
        struct comparisons all;

        for (size_t k = 0; k < 2; k++)
            memcpy(m[k].us, cases[i].us[k], sizeof(cases[i].us[k]));
        make(&all, m, 2);
        decide_for_all(all.v, all.n);
        assert_chosen(all.v[0].rule, cases[i].chosen);
        assert_chosen(all.v[1].rule, cases[i].chosen);
        comparisons_free(&all);
    }
}

#define CAMPAIGN campaign, sizeof(campaign) / sizeof(campaign[0])
static const struct made campaign[] = {
    {"allgather", 4, {NATIVE, BINOMIAL}, {{9, 9, 9, 9, 9}, {9, 9, 5, 5, 9}}},
    {"allreduce", 2, {NATIVE, BINOMIAL}, {{9, 9, 9, 9, 9}, {9, 9, 9, 9, 9}}},
    {"barrier", 3, {NATIVE, BINOMIAL}, {{9}, {5}}},
    {"bcast",
     2,
     {NATIVE, BINOMIAL, PIPELINE, SHARED},
     {{9, 9, 9, 9, 9}, {5, 5, 9, 9, 9}, {9, 9, 9, 5, 5}, {5, 4, 3, 2, 6}}},
    {"bcast", 3, {NATIVE, BINOMIAL}, {{9, 9, 9, 9, 9}, {5, 5, 5, 5, 5}}},
    {"bcast", 8, {NATIVE, PIPELINE}, {{9, 9, 9, 9, 9}, {9, 9, 9, 9, 5}}},
    {"scan", 2, {NATIVE, BINOMIAL}, {{9, 9, 9, 9, 9}, {5, 5, 5, 5, 5}}},
};

static void decided(struct comparisons *all, struct library *l,
                    const struct made *m, size_t n, const char *mpi)
{
    json_t *run = json_pack("{s:s}", "mpi", mpi);

    make(all, m, n);
    library_of(l, run);
    files_decide(all, l);
    json_decref(run);
}

/* Checks the text of a file, and that it is recognized as this kind. */
static void assert_file(enum file_kind kind, const char *path,
                        const struct library *l, char *text, const char *golden)
{
    char *whole =
        file_text(kind, path, "/lib/libmpiperf-tuned.so", "runs", l, text);

    assert_int_equal(file_kind_of(whole), kind);
    assert_golden(whole, golden);
}

static void end(struct comparisons *all, struct library *l)
{
    comparisons_free(all);
    free(l->name);
}

/* Bytes in the way each collective's rules count them. Below, between and above
 * the measured numbers of ranks, entries leave the decision to the library. */
UNIT_TEST(test_rules)
{
    struct comparisons all;
    struct library l;

    decided(&all, &l, CAMPAIGN, "Open MPI v4.1.4, package: Debian");
    assert_file(FILE_RULES, "/a b/it's", &l, rules_text(&all, &l),
                "src/tools/tune/test/rules.txt");
    end(&all, &l);
}

/* Later versions of rules start with the version and have a fifth number. */
UNIT_TEST(test_versions)
{
    static const struct {
        const char *mpi;
        bool second;
    } cases[] = {
        {"Open MPI v4.1.7, x", false}, {"Open MPI v4.1.8, x", true},
        {"Open MPI v5.0.6, x", false}, {"Open MPI v5.0.7, x", true},
        {"Open MPI v5.0.10, x", true},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct comparisons all;
        struct library l;
        char *text;

        decided(&all, &l, CAMPAIGN, cases[i].mpi);
        text =
            file_text(FILE_RULES, "r", NULL, "runs", &l, rules_text(&all, &l));
        assert_int_equal(strncmp(text, "rule-file-version-2\n", 20) == 0,
                         cases[i].second);
        assert_int_equal(strstr(text, "\n0 6 0 0 0 # tuned/binomial\n") != NULL,
                         cases[i].second);
        assert_int_equal(file_kind_of(text), FILE_RULES);
        free(text);
        end(&all, &l);
    }
}

/* True if Open MPI knows this key at this depth. */
static bool key_known(const char *key, size_t depth)
{
    static const char *const keys[][6] = {
        {"comment", "rule_file_version", "module", "collectives"},
        {"allgather", "barrier", "bcast"},
        {"comm_size_min", "comm_size_max", "rules"},
        {"msg_size_min", "msg_size_max", "alg", "faninout", "seg_size"},
    };

    for (size_t i = 0; i < LENGTH(keys[0]) && keys[depth][i] != NULL; i++)
        if (strcmp(keys[depth][i], key) == 0)
            return true;
    return false;
}

static void assert_keys(const json_t *value, size_t depth)
{
    const char *key;
    const json_t *item;
    size_t i;

    json_array_foreach(value, i, item) assert_keys(item, depth);
    json_object_foreach((json_t *)value, key, item)
    {
        assert_true(key_known(key, depth));
        if (strcmp(key, "alg") != 0 && depth > 1)
            assert_true(json_is_integer(item) || json_is_array(item));
        assert_keys(item, depth + 1);
    }
}

/* Open MPI 6 reads JSON, and ignores a file with an error. */
UNIT_TEST(test_rules_json)
{
    struct comparisons all;
    struct library l;
    json_t *file;
    char *text;

    decided(&all, &l, CAMPAIGN, "Open MPI v6.0.0, package: x");
    text = file_text(FILE_RULES, "/a b/\"it", NULL, "runs", &l,
                     rules_text(&all, &l));
    file = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(file);
    assert_keys(file, 0);
    json_decref(file);
    assert_int_equal(file_kind_of(text), FILE_RULES);
    assert_golden(text, "src/tools/tune/test/rules_json.txt");
    end(&all, &l);
}

/* The profile has algorithms faster than both native and the rules' choice. */
UNIT_TEST(test_profile)
{
    struct comparisons all;
    struct library l;

    decided(&all, &l, CAMPAIGN, "Open MPI v4.1.4");
    assert_file(FILE_PROFILE, "/p", &l, profile_text(&all),
                "src/tools/tune/test/profile.txt");
    end(&all, &l);
}

/* What is printed for the user. */
UNIT_TEST(test_choices)
{
    struct comparisons all;
    struct library l;
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    decided(&all, &l, CAMPAIGN, "Open MPI v4.1.4");
    print_choices(f, &all, &l, false);
    text_close(f);
    assert_golden(text, "src/tools/tune/test/choices.txt");
    end(&all, &l);
}

/* One algorithm of MPICH for all sizes and numbers of ranks, activated by the
 * script or by the settings that are read back from it. */
UNIT_TEST(test_variables)
{
    static const struct made made[] = {
        {"allgather", 2, {NATIVE, RING}, {{9, 9}, {9, 5}}},
        {"allgather", 4, {NATIVE, RING}, {{9, 9}, {9, 9}}},
        {"barrier", 2, {NATIVE, RELEASE_GATHER}, {{9}, {5}}},
        {"bcast", 2, {NATIVE, RING}, {{9, 9}, {9, 12}}},
        {"reduce_scatter_block", 2, {NATIVE, RING}, {{9, 9}, {5, 5}}},
    };
    struct settings s = {0};
    char *text;
    struct comparisons all;
    struct library l;

    decided(&all, &l, made, 5, "MPICH Version: 4.0.2\nx");
    assert_int_equal(l.kind, FILE_VARIABLES);
    assert_file(FILE_VARIABLES, "/v.sh", &l, variables_text(&all),
                "src/tools/tune/test/variables.txt");
    text = variables_text(&all);
    settings_add(&s, FILE_VARIABLES, "/v.sh", NULL, text);
    free(text);
    assert_int_equal(s.n, 5);
    assert_string_equal(s.word[1], "MPIR_CVAR_ALLGATHER_INTRA_ALGORITHM=ring");
    settings_free(&s);
    s = (struct settings){0};
    settings_add(&s, FILE_VARIABLES, "/v.sh", NULL,
                 "export LD_PRELOAD=/x\nexport MPIR_CVAR_X=$(y)\n"
                 "export MPIR_CVAR_X\nMPIR_CVAR_Y=1\n");
    assert_int_equal(s.n, 0);
    settings_add(&s, FILE_VARIABLES, "/v.sh", NULL,
                 "export MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE=/v.json\n");
    assert_int_equal(s.n, 1);
    settings_free(&s);
    end(&all, &l);
}

/* If there is nothing to set, no file is made. */
UNIT_TEST(test_nothing)
{
    static const struct made made[] = {
        {"bcast", 2, {NATIVE, BINOMIAL, SHARED}, {{9, 9}, {9, 9}, {9, 9}}},
    };
    struct comparisons all;
    struct library l;

    decided(&all, &l, made, 1, "Open MPI v4.1.4");
    assert_null(rules_text(&all, &l));
    assert_null(rules_json_text(&all));
    assert_null(variables_text(&all));
    assert_null(profile_text(&all));
    assert_int_equal(file_kind_of("# mpiperf-tune: rules\n"), FILE_KINDS);
    end(&all, &l);
}

/* The library is in front of what is preloaded already, but behind the profile,
 * which would not see its calls. */
UNIT_TEST(test_preload)
{
    static const struct {
        const char *before[2], *word, *expected;
    } cases[] = {
        {{"mpiexec", "env"},
         "LD_PRELOAD=/a.so /b.so",
         "LD_PRELOAD=T /a.so /b.so"},
        {{"mpiexec", "-x"}, "LD_PRELOAD=", "LD_PRELOAD=T"},
        {{"mpiexec", "env"},
         "LD_PRELOAD=/a/libmpiperf-profile.so",
         "LD_PRELOAD=/a/libmpiperf-profile.so T"},
        {{"mpiexec", "env"},
         "LD_PRELOAD=/x.so:/a/libmpiperf-profile.so:/b.so",
         "LD_PRELOAD=/x.so:/a/libmpiperf-profile.so T /b.so"},
        {{"-genv", "LD_PRELOAD"}, "/a.so", "T /a.so"},
        {{"-env", "LD_PRELOAD"}, "/a.so", "T /a.so"},
        {{"echo", "LD_PRELOAD"}, "/a.so", "/a.so"},
        {{"./a", "b"}, "MY_LD_PRELOAD=/a.so", "MY_LD_PRELOAD=/a.so"},
    };
    char *list = preload_with(NULL, "T");

    assert_string_equal(list, "T");
    free(list);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const char *word[] = {cases[i].before[0], cases[i].before[1],
                              cases[i].word};
        char *made = word_preload(word, 2, "T");

        assert_string_equal(made, cases[i].expected);
        free(made);
        made = word_preload(word + 2, 0, "T");
        if (i >= 4)
            assert_string_equal(made, cases[i].word);
        free(made);
    }
}
