/* test_parameters.c: settings that are in files. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "machine/parameters.h"

static void file_write(const char *file, const char *text)
{
    FILE *f = fopen(file, "w");

    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

/* Asserts that files with contents a and b have equal digests, or not. */
static void same(const char *file, const char *a, const char *b, bool expected)
{
    char *one, *other;

    file_write(file, a);
    one = files_digest(&file, 1);
    file_write(file, b);
    other = files_digest(&file, 1);
    assert_non_null(one);
    assert_non_null(other);
    if ((strcmp(one, other) == 0) != expected)
        fail_msg("'%s' '%s': %s %s", a, b, one, other);
    free(one);
    free(other);
}

UNIT_TEST(digests_differ_where_contents_do)
{
    char file[] = "/tmp/parameters-XXXXXX";

    close(mkstemp(file));
    same(file, "UCX_TLS=tcp\n", "UCX_TLS=tcp\n", true);
    same(file, "UCX_TLS=tcp\n", "UCX_TLS=sm\n", false);
    same(file, "", "\n", false);
    same(file, "12345678", "12345678 ", false);
    unlink(file);
    assert_null(files_digest((const char *[]){file, "/", "/dev/zero"}, 3));
}

/* Values that name files are read; hidden settings are included. */
UNIT_TEST(files_that_settings_name)
{
    char file[] = "/tmp/parameters-XXXXXX";
    json_t *hidden = json_pack("{s:s}", "coll_tuned_bcast_algorithm", "chain");
    json_t *environment, *all;
    char *digest;

    close(mkstemp(file));
    environment = json_pack("{s:s, s:s, s:s}", "OMPI_MCA_RULES", file, "UCX_A",
                            "/none", "UCX_TLS", "tcp");
    digest = files_digest((const char *[]){file}, 1);
    all = parameters_describe(hidden, environment);
    assert_string_equal(
        json_string_value(json_object_get(all, "OMPI_MCA_RULES (content)")),
        digest);
    assert_string_equal(
        json_string_value(json_object_get(all, "coll_tuned_bcast_algorithm")),
        "chain");
    assert_null(json_object_get(all, "UCX_A (content)"));
    assert_null(json_object_get(all, "UCX_TLS (content)"));
    unlink(file);
    free(digest);
    json_decref(all);
    json_decref(environment);
    json_decref(hidden);
}
