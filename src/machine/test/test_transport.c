/* test_transport.c: parsing Open MPI's reports and MPICH's version string. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "machine/transport.h"
#include "record/fields.h"

UNIT_TEST(reports_are_parsed)
{
    static const struct {
        const char *line;
        bool is_report;
        int peer;
        const char *component;
    } cases[] = {
        {"[n1:42] mca: bml: Using vader btl for send to [[8,1],3] on node n1\n",
         true, 3, "vader"},
        {"mca: bml: Using tcp btl for send to [[2657,1],1023] on node a.b\n",
         true, 1023, "tcp"},
        {"[n1:42] mca: bml: Using new btl for send to [[8,1],3] on node n1\n",
         true, -1, NULL},
        {"[n1:42] mca: bml: Using tcp btl for send to nobody on node n1\n",
         true, -1, "tcp"},
        {"[n1:42] mca: bml: Not using tcp btl to [[8,1],3] on node n1\n", false,
         0, NULL},
        {"[n1:42] mca: bml: Using tcp btl\n", false, 0, NULL},
        {"", false, 0, NULL},
    };

    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct route r;

        assert_int_equal(route_parse(cases[i].line, &r), cases[i].is_report);
        if (!cases[i].is_report)
            continue;
        assert_int_equal(r.peer, cases[i].peer);
        if (cases[i].component != NULL)
            assert_string_equal(btl_names[r.component], cases[i].component);
    }
}

UNIT_TEST(variables_name_their_component)
{
    static const struct {
        const char *variable, *framework, *suffix, *name;
    } cases[] = {
        {"smsc_cma_priority", "smsc_", "_priority", "cma"},
        {"pml_ob1_major_version", "pml_", "_major_version", "ob1"},
        {"smsc_cma_priorities", "smsc_", "_priority", NULL},
        {"smsc_priority", "smsc_", "_priority", NULL},
        {"btl_sm_priority", "smsc_", "_priority", NULL},
    };

    for (size_t i = 0; i < LENGTH(cases); i++) {
        char name[64];

        assert_int_equal(component_parse(name, cases[i].variable,
                                         cases[i].framework, cases[i].suffix),
                         cases[i].name != NULL);
        if (cases[i].name != NULL)
            assert_string_equal(name, cases[i].name);
    }
}

UNIT_TEST(mpich_names_its_network)
{
    static const struct {
        const char *library, *members;
    } cases[] = {
        {"MPICH Version:      4.0.2\nMPICH Device:    ch4:ucx\nMPICH CC: gcc\n",
         "{\"device\":\"ch4:ucx\",\"between_nodes\":\"ucx\"}"},
        {"MPICH Device:\tch3:nemesis\n", "{\"device\":\"ch3:nemesis\"}"},
        {"An MPI 1.0", "{}"},
        {"", "{}"},
    };

    for (size_t i = 0; i < LENGTH(cases); i++) {
        json_t *found = transport_mpich(cases[i].library);
        char *text = json_dumps(found, JSON_COMPACT);

        assert_string_equal(text, cases[i].members);
        free(text);
        json_decref(found);
    }
}

UNIT_TEST(transport_is_a_line)
{
    static const struct {
        const char *members;
        long ranks, nodes;
        const char *text;
    } cases[] = {
        {"{'pml':'ob1','within_node':'vader','between_nodes':'tcp',"
         "'single_copy':'cma'}",
         4, 2,
         "pml ob1; within a node vader (single copy cma); between nodes tcp"},
        {"{'pml':'ob1','within_node':'vader','single_copy':'cma',"
         "'copy_denied':'No'}",
         2, 1, "pml ob1; within a node vader (single copy cma, denied)"},
        {"{'pml':'ob1','within_node':'vader'}", 2, 1,
         "pml ob1; within a node vader"},
        {"{'pml':'ob1'}", 2, 1,
         "pml ob1; within a node not reported by this MPI"},
        {"{'device':'ch4:ucx','between_nodes':'ucx'}", 4, 2,
         "device ch4:ucx; within a node not reported by this MPI; between "
         "nodes "
         "ucx"},
        {"{'between_nodes':'tcp'}", 2, 2, "between nodes tcp"},
        {"{}", 2, 2, "not reported by this MPI"},
        {"{'pml':'ob1'}", 1, 1, NULL},
    };

    for (size_t i = 0; i < LENGTH(cases); i++) {
        char *members = strdup(cases[i].members), *text;
        json_t *transport;

        for (char *at = members; (at = strchr(at, '\'')) != NULL;)
            *at = '"';
        transport = json_loads(members, 0, NULL);
        text = transport_text(transport, cases[i].ranks, cases[i].nodes);
        if (cases[i].text == NULL)
            assert_null(text);
        else
            assert_string_equal(text, cases[i].text);
        free(text);
        free(members);
        json_decref(transport);
    }
}
