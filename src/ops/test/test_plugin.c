/* test_plugin.c: what is no regular file is refused before anything of it is
 * read. (What is wrong inside: tests/plugin-wrong.bats.) */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "ops/registry.h"

static void assert_refused(const char *file, const char *want)
{
    struct registry r;
    char *cause = NULL;
    size_t nops;

    registry_open(&r);
    nops = r.nops;
    assert_int_equal(registry_plugin(&r, file, &cause), -1);
    if (strlen(cause) < strlen(want) ||
        strcmp(cause + strlen(cause) - strlen(want), want) != 0)
        fail_msg("%s\n got %s\nwant %s", file, cause, want);
    assert_int_equal(r.nops, nops);
    free(cause);
    registry_close(&r);
}

/* The linker would wait for somebody to write to the pipe. */
static void test_irregular(void **state)
{
    char folder[] = "/tmp/test_plugin.XXXXXX", *pipe;

    (void)state;
    assert_non_null(mkdtemp(folder));
    pipe = xasprintf("%s/pipe.so", folder);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_refused(pipe, "': is no regular file");
    assert_refused(folder, "': is no regular file");
    assert_refused("/dev/zero", "': is no regular file");
    unlink(pipe);
    rmdir(folder);
    free(pipe);
}

UNIT_GROUP(plugin)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_irregular),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
