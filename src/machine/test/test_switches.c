/* test_switches.c: lists of hosts, and Slurm's topology.conf. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "machine/switches.h"

static void add(void *arg, const char *name)
{
    char **all = arg, *longer = xasprintf("%s %s", *all, name);

    free(*all);
    *all = longer;
}

UNIT_TEST(test_hostlists)
{
    static const struct {
        const char *list, *hosts; /* NULL: refused */
    } table[] = {
        {"a", " a"},
        {"a,b1", " a b1"},
        {"n[1-3]", " n1 n2 n3"},
        {"n[08-10,12]x,m", " n08x n09x n10x n12x m"},
        {"n[1,3],n5", " n1 n3 n5"},
        {"n[1-3", NULL},
        {"n[3-1]", NULL},
        {"n[]", NULL},
        {"n[a]", NULL},
        {"n[1-99999999999]", NULL},
        {",a", NULL},
    };

    for (size_t i = 0; i < LENGTH(table); i++) {
        char *all = xstrdup("");
        int rc = hostlist_each(table[i].list, add, &all);

        assert_int_equal(rc, table[i].hosts != NULL ? 0 : -1);
        if (rc == 0)
            assert_string_equal(all, table[i].hosts);
        free(all);
    }
}

static const char *switch_of(const json_t *map, const char *host)
{
    return json_string_value(json_object_get(map, host));
}

UNIT_TEST(test_files)
{
    static const char *const refused[] = {
        "",
        "SwitchName=top Switches=s[1-2]\n",
        "SwitchName=s1 Nodes=n[1-\n",
    };
    FILE *f = fopen("topology.conf", "w");
    json_t *map;
    char *cause;

    fputs("# two racks\n"
          "SwitchName=s1 Nodes=n[1-2] LinkSpeed=100\n"
          "switchname=s2\tnodes=n3,login # a comment\n"
          "SwitchName=top Switches=s[1-2]\n",
          f);
    fclose(f);
    map = switches_read("topology.conf", &cause);
    assert_non_null(map);
    assert_int_equal(json_object_size(map), 4);
    assert_string_equal(switch_of(map, "n2"), "s1");
    assert_string_equal(switch_of(map, "login"), "s2");
    json_decref(map);
    for (size_t i = 0; i < LENGTH(refused); i++) {
        f = fopen("topology.conf", "w");
        fputs(refused[i], f);
        fclose(f);
        assert_null(switches_read("topology.conf", &cause));
        assert_non_null(strstr(cause, "topology.conf"));
        free(cause);
    }
    assert_null(switches_read("no/such.conf", &cause));
    assert_string_equal(cause, "--switches: cannot read no/such.conf: No such "
                               "file or directory");
    free(cause);
}
