/* test_auto_pull.c: no interleaving of the ranks goes wrong in pulled chunks.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "auto_pull.h"

static const char endless[] = "no end is in reach";

/* Where roots can write: two chunks, so that both sides copy. */
static const struct am_variant variants[] = {
    {"a root copies for whatever operation a rank is in",
     ROOT,
     {TELL, LOOP, LOOK, LOAD_ANY, TAKE_ANY, PLACE_OF, COPY, COPIED, FAIL, HELP,
      AGAIN, DONE},
     ap_back},
    {"a root reads where a buffer is before it sees open chunks",
     ROOT,
     {TELL, LOOP, LOOK, PLACE_OF, LOAD, TAKE, COPY, COPIED, FAIL, HELP, AGAIN,
      DONE},
     ap_place},
    {"a root does not see that a chunk was taken",
     ROOT,
     {TELL, LOOP, LOOK, LOAD, TAKE_BLIND, PLACE_OF, COPY, COPIED, FAIL, HELP,
      AGAIN, DONE},
     ap_twice},
    {"a root counts a chunk before it has copied it",
     ROOT,
     {TELL, LOOP, LOOK, LOAD, TAKE, PLACE_OF, HELP, COPY, COPIED, FAIL, AGAIN,
      DONE},
     ap_lost},
    {"a root does not count what it has copied",
     ROOT,
     {TELL, LOOP, LOOK, LOAD, TAKE, PLACE_OF, COPY, COPIED, FAIL, AGAIN, DONE},
     endless},
    {"a root returns when no chunks are open",
     ROOT,
     {TELL, LOOP, LOOK_OPEN, LOAD, TAKE, PLACE_OF, COPY, COPIED, FAIL, HELP,
      AGAIN, DONE},
     ap_given},
    {"a reader opens chunks before it says where they are",
     READER,
     {TOLD, TELL, RESET, OPEN, PLACE, LOOP, LOAD, TAKE, COPY, COPIED, AGAIN,
      HELPED, FAILED, START, FINISH, DONE},
     ap_place},
    {"a reader forgets help that it got",
     READER,
     {TOLD, TELL, PLACE, OPEN, RESET, LOOP, LOAD, TAKE, COPY, COPIED, AGAIN,
      HELPED, FAILED, START, FINISH, DONE},
     endless},
    {"a reader counts help that it got before",
     READER,
     {TOLD, TELL, PLACE, OPEN, LOOP, LOAD, TAKE, COPY, COPIED, AGAIN, HELPED,
      FAILED, START, FINISH, DONE},
     ap_lost},
    {"a reader does not wait for help",
     READER,
     {TOLD, TELL, PLACE, RESET, OPEN, LOOP, LOAD, TAKE, COPY, COPIED, AGAIN,
      FAILED, START, FINISH, DONE},
     ap_lost},
    {"a reader does not see that a chunk was taken",
     READER,
     {TOLD, TELL, PLACE, RESET, OPEN, LOOP, LOAD, TAKE_BLIND, COPY, COPIED,
      AGAIN, HELPED, FAILED, START, FINISH, DONE},
     ap_twice},
    /* slower, and harmless */
    {"a root does not help", ROOT, {TELL, LOOP, LOOK, AGAIN, DONE}, NULL},
    {"a reader leaves all to the root",
     READER,
     {TOLD, TELL, PLACE, RESET, OPEN, HELPED, FAILED, START, FINISH, DONE},
     NULL},
};

/* Where they cannot. */
static const struct am_variant failing[] = {
    {"a root that fails says so when it has counted the chunk",
     ROOT,
     {TELL, LOOP, LOOK, LOAD, TAKE, PLACE_OF, COPY, COPIED, HELP, FAIL, AGAIN,
      DONE},
     ap_lost},
    {"a reader does not ask whether the root failed",
     READER,
     {TOLD, TELL, PLACE, RESET, OPEN, LOOP, LOAD, TAKE, COPY, COPIED, AGAIN,
      HELPED, DONE},
     ap_lost},
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_goes_wrong),
        cmocka_unit_test(mistakes_are_seen),
    };

    return cmocka_run_group_tests_name("auto_pull", tests, NULL, NULL);
}
