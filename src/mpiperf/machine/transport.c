/* transport.c: finds the components of the MPI library that carry messages.
 *
 * Open MPI reports them to the listener and in its variables (MPI_T). MPICH
 * names its device in the version string.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/transport.h"

#include <stdio.h>
#include <string.h>
#include "config.h"
#include "lib/json.h"

/* ---- the tool interface -------------------------------------------------- */

/* Facts from Open MPI's control variables. */
struct variables {
    char pml[64], mtl[64], single_copy[64];
    int pmls, mtls; /* number of components in use */
};

#if HAVE_MPI_TOOLS
/* Counts the variable and sets the name if it is TYPE_NAME_major_version. A
 * component that is not in use has no variables. */
static void component_set(char name[64], int *count, const char *variable,
                          const char *type)
{
    static const char last[] = "_major_version";
    size_t n = strlen(variable), before = strlen(type), after = strlen(last);

    if (n <= before + after || strncmp(variable, type, before) != 0 ||
        strcmp(variable + n - after, last) != 0)
        return;
    snprintf(name, 64, "%.*s", (int)(n - before - after), variable + before);
    ++*count;
}

/* Sets the text to the name of the variable's value. */
static void value_set(char text[64], int index, MPI_T_enum names)
{
    MPI_T_cvar_handle handle;
    int value = 0, count, n = 0, length = 0;

    if (names == MPI_T_ENUM_NULL ||
        MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) != MPI_SUCCESS)
        return;
    if (count == 1 && MPI_T_cvar_read(handle, &value) == MPI_SUCCESS)
        MPI_T_enum_get_info(names, &n, NULL, &length);
    for (int i = 0; i < n; i++) {
        char name[64] = "";
        int item;

        length = sizeof(name);
        if (MPI_T_enum_get_item(names, i, &item, name, &length) ==
                MPI_SUCCESS &&
            item == value)
            snprintf(text, 64, "%s", name);
    }
    MPI_T_cvar_handle_free(&handle);
}

static void variables_read(struct variables *v)
{
    int level = MPI_THREAD_SINGLE, n = 0;

    MPI_Query_thread(&level); /* Open MPI would forget the level of MPI_Init */
    if (MPI_T_init_thread(level, &level) != MPI_SUCCESS)
        return;
    if (MPI_T_cvar_get_num(&n) != MPI_SUCCESS)
        n = 0;
    for (int i = 0; i < n; i++) {
        char name[128];
        int length = sizeof(name), none = 0, verbose, binding, scope;
        MPI_Datatype type;
        MPI_T_enum names;

        if (MPI_T_cvar_get_info(i, name, &length, &verbose, &type, &names, NULL,
                                &none, &binding, &scope) != MPI_SUCCESS)
            continue;
        component_set(v->pml, &v->pmls, name, "pml_");
        component_set(v->mtl, &v->mtls, name, "mtl_");
        if (strcmp(name, "btl_vader_single_copy_mechanism") == 0)
            value_set(v->single_copy, i, names);
    }
    MPI_T_finalize();
}
#else
static void variables_read(struct variables *v)
{
    (void)v;
}
#endif

/* ---- all ranks ----------------------------------------------------------- */

enum { WITHIN, BETWEEN, KINDS }; /* within a node, between nodes */

/* Finds the BTLs that carry this rank's messages, for each kind of pair. Bit i
 * of a set stands for btl_names[i]. */
static int carriers_find(unsigned set[KINDS], struct listener *l,
                         const struct placement *p)
{
    MPI_Group all, node;
    const struct route *r;
    size_t n;
    int rc;

    if (l == NULL)
        return MPI_SUCCESS;
    r = listener_routes(l, &n);
    rc = MPI_Comm_group(p->comm, &all);
    if (rc == MPI_SUCCESS)
        rc = MPI_Comm_group(p->node, &node);
    for (; n > 0 && rc == MPI_SUCCESS; n--, r++) {
        int near;

        if (r->peer == p->rank || r->peer < 0 || r->peer >= p->n)
            continue;
        rc = MPI_Group_translate_ranks(all, 1, &r->peer, node, &near);
        set[near == MPI_UNDEFINED ? BETWEEN : WITHIN] |= 1U << r->component;
    }
    if (rc == MPI_SUCCESS)
        rc = MPI_Group_free(&node);
    return rc == MPI_SUCCESS ? MPI_Group_free(&all) : rc;
}

static void member_set(json_t *transport, const char *name, const char *text)
{
    if (*text != '\0')
        json_object_set_new(transport, name, json_text(text));
}

static void names_set(char names[64], unsigned set)
{
    for (int i = 0; btl_names[i] != NULL; i++)
        if (set & 1U << i)
            strcat(strcat(names, *names != '\0' ? " " : ""), btl_names[i]);
}

/* Names the components that carry messages: with pml ob1 the BTLs in `set`,
 * with pml cm its mtl, otherwise the pml itself. */
static json_t *transport_openmpi(const unsigned set[KINDS])
{
    struct variables v = {0};
    char names[KINDS][64] = {{0}};
    json_t *transport = json_object();

    variables_read(&v);
    if (v.pmls != 1)
        *v.pml = '\0';
    for (int kind = 0; kind < KINDS; kind++)
        if (strcmp(v.pml, "ob1") == 0)
            names_set(names[kind], set[kind]);
        else if (strcmp(v.pml, "cm") != 0)
            strcpy(names[kind], v.pml);
        else if (v.mtls == 1)
            strcpy(names[kind], v.mtl);
    member_set(transport, "pml", v.pml);
    member_set(transport, "within_node", names[WITHIN]);
    member_set(transport, "between_nodes", names[BETWEEN]);
    if (strstr(names[WITHIN], "vader") != NULL)
        member_set(transport, "single_copy", v.single_copy);
    return transport;
}

json_t *transport_mpich(const char *library)
{
    static const char before[] = "MPICH Device:";
    const char *at = strstr(library, before);
    json_t *transport = json_object();
    char device[64] = "";

    if (at != NULL)
        sscanf(at + strlen(before), "%63s", device);
    member_set(transport, "device", device);
    if (strncmp(device, "ch4:", 4) == 0) /* device:network module */
        member_set(transport, "between_nodes", device + 4);
    return transport;
}

int transport_find(struct runinfo *ri, const struct placement *p,
                   struct listener *l)
{
    char library[MPI_MAX_LIBRARY_VERSION_STRING];
    unsigned mine[KINDS] = {0}, all[KINDS];
    int rc = carriers_find(mine, l, p), length;

    if (rc == MPI_SUCCESS)
        rc = MPI_Reduce(mine, all, KINDS, MPI_UNSIGNED, MPI_BOR, 0, p->comm);
    if (rc == MPI_SUCCESS)
        rc = MPI_Get_library_version(library, &length);
    if (rc == MPI_SUCCESS && p->rank == 0 && p->n > 1)
        ri->transport = is_openmpi(library) ? transport_openmpi(all)
                                            : transport_mpich(library);
    return rc;
}
