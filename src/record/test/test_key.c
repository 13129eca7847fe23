/* test_key.c: which records belong to the same case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "record/key.h"
#include "record/test/members.h"

/* Pairs of records: do they belong to the same case, or to competing algorithms
 * in one? A missing field equals null; fields outside the key do not matter. */
static const struct {
    const char *a, *b;
    bool same, rivals;
} pairs[] = {
    {"'op':'bcast'", "'op':'bcast','root':null", true, true},
    {"'op':'bcast'", "'op':'bcast','median':3e-6", true, true},
    {"'op':'bcast'", "'op':'bcast','preset':'quick'", true, true},
    {"'op':'bcast'", "'op':'bcast','root':0", false, false},
    {"'op':'bcast'", "'op':'reduce'", false, false},
    {"'op':'bcast'", "'algo':'bcast'", false, false},
    {"'algo':'a'", "'algo':'b'", false, true},
    {"'algo':'a','given':{'q':'1'}", "'algo':'a','given':{'q':'2'}", false,
     true},
    {"'algo':'a','bytes':8", "'algo':'b','bytes':9", false, false},
    {"'op':'exchange','param':{'gap':0}", "'op':'exchange','param':{'gap':8}",
     false, false},
    {"'param':{'q':1,'f':2}", "'param':{'f':2,'q':1}", true, true},
    {"'method':'window'", "'method':'barrier'", false, false},
};

/* Returns the text of the key, without the fields of the algorithm if `rivals`;
 * malloced. */
static char *text_of(const char *members, bool rivals)
{
    json_t *record = json_of(members), *key = key_record(record);
    char *text;

    key_ignore(key, "algo");
    key_ignore(key, "given");
    text = rivals ? key_line(key) : key_text(record);
    json_decref(key);
    json_decref(record);
    return text;
}

static bool alike(size_t i, bool rivals)
{
    char *one = text_of(pairs[i].a, rivals),
         *other = text_of(pairs[i].b, rivals);
    bool same = strcmp(one, other) == 0;

    free(one);
    free(other);
    return same;
}

UNIT_TEST(test_same)
{
    for (size_t i = 0; i < LENGTH(pairs); i++) {
        assert_int_equal(alike(i, false), pairs[i].same);
        assert_int_equal(alike(i, true), pairs[i].rivals);
    }
}

UNIT_TEST(test_has)
{
    assert_true(key_has("op"));
    assert_true(key_has("harness"));
    assert_false(key_has("count"));
    assert_false(key_has("nothing"));
}
