/* switches.c: which switch each rank's node is connected to. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/switches.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "lib/file.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

enum { NAME_MOST = 256, HOSTS_MOST = 1 << 20 };

/* Reads "07" or "07-12" and what ends it: a comma or a bracket. */
static const char *range_read(const char *at, long *first, long *last,
                              int *width)
{
    char *end;

    if (*at < '0' || *at > '9')
        return NULL;
    *first = *last = strtol(at, &end, 10);
    *width = (int)(end - at);
    if (*end == '-' && end[1] >= '0' && end[1] <= '9')
        *last = strtol(end + 1, &end, 10);
    return *last >= *first && *last - *first < HOSTS_MOST &&
                   (*end == ',' || *end == ']')
               ? end
               : NULL;
}

/* Puts the names of one item, such as "n[1-3,05]x". Returns 0 or -1. */
static int item_each(const char *item, const char *end,
                     void (*put)(void *arg, const char *name), void *arg)
{
    const char *open = memchr(item, '[', (size_t)(end - item));
    const char *close = open != NULL ? strchr(open, ']') : NULL;
    int before = (int)((open != NULL ? open : end) - item), width;
    char name[NAME_MOST];
    long first, last;

    if (before == 0 || before >= NAME_MOST)
        return -1;
    if (open == NULL) {
        snprintf(name, sizeof(name), "%.*s", before, item);
        put(arg, name);
        return 0;
    }
    if (close == NULL || close >= end)
        return -1;
    for (const char *at = open; at != close;) {
        at = range_read(at + 1, &first, &last, &width);
        for (; at != NULL && first <= last; first++) {
            int n = snprintf(name, sizeof(name), "%.*s%0*ld%.*s", before, item,
                             width, first, (int)(end - close - 1), close + 1);

            if (n >= NAME_MOST)
                return -1;
            put(arg, name);
        }
        if (at == NULL)
            return -1;
    }
    return 0;
}

int hostlist_each(const char *list, void (*put)(void *arg, const char *name),
                  void *arg)
{
    while (*list != '\0') {
        const char *end = list;
        int depth = 0;

        for (; *end != '\0' && (*end != ',' || depth > 0); end++)
            depth += (*end == '[') - (*end == ']');
        if (item_each(list, end, put, arg) != 0)
            return -1;
        list = *end == ',' ? end + 1 : end;
    }
    return 0;
}

struct into {
    json_t *map;
    const char *name; /* of the switch */
};

static void put_host(void *arg, const char *host)
{
    const struct into *to = arg;

    json_object_set_new(to->map, host, json_string(to->name));
}

/* Returns the value of KEY=value in the line; malloced; NULL if there is none.
 * Keys are not case-sensitive. */
static char *value_of(const char *line, const char *key)
{
    size_t n = strlen(key);

    for (const char *at = line; *at != '\0' && *at != '#';) {
        size_t length = strcspn(at, " \t\r\n");

        if (length > n && strncasecmp(at, key, n) == 0 && at[n] == '=')
            return xasprintf("%.*s", (int)(length - n - 1), at + n + 1);
        at += length;
        at += strspn(at, " \t\r\n");
    }
    return NULL;
}

json_t *switches_read(const char *file, char **cause)
{
    FILE *f = file_irregular(file) ? NULL : fopen(file, "r");
    json_t *map = json_object();
    char *line = NULL;
    size_t room = 0, number = 0;
    bool good = f != NULL;

    *cause = NULL;
    if (f == NULL)
        *cause = xasprintf("--switches: cannot read %s: %s", SHOWN_FILE(file),
                           file_irregular(file) ? "not a regular file"
                                                : strerror(errno));
    while (good && getline(&line, &room, f) >= 0) {
        char *name = value_of(line, "SwitchName");
        char *nodes = value_of(line, "Nodes");

        number++;
        if (name != NULL && nodes != NULL)
            good =
                hostlist_each(nodes, put_host, &(struct into){map, name}) == 0;
        if (!good)
            *cause = xasprintf("--switches: %s, line %zu: not a list of nodes: "
                               "'%s'",
                               SHOWN_FILE(file), number, SHOWN_LINE(nodes));
        free(name);
        free(nodes);
    }
    if (good && json_object_size(map) == 0)
        *cause = xasprintf("--switches: %s has no line like \"SwitchName=s1 "
                           "Nodes=node[1-32]\"",
                           SHOWN_FILE(file));
    free(line);
    if (f != NULL)
        fclose(f);
    if (*cause == NULL)
        return map;
    json_decref(map);
    return NULL;
}

/* Finds the switch of each rank. Switches are numbered in the order of
 * ranks. */
static int ranks_connect(struct runinfo *ri, const json_t *map,
                         const char *file, char **cause)
{
    json_t *numbers = json_object();
    int rc = 0;

    ri->switches = json_array();
    for (int i = 0; i < ri->nranks && rc == 0; i++) {
        json_t *name = json_object_get(map, ri->ranks[i].host);
        const char *text = json_string_value(name);

        if (name == NULL) {
            *cause = xasprintf("--switches: %s does not name the switch of %s",
                               SHOWN_FILE(file), SHOWN_LINE(ri->ranks[i].host));
            rc = -1;
            break;
        }
        if (json_object_get(numbers, text) == NULL)
            json_object_set_new(
                numbers, text,
                json_integer((json_int_t)json_object_size(numbers)));
        ri->switch_of[i] =
            (int)json_integer_value(json_object_get(numbers, text));
        json_array_append(ri->switches, name);
    }
    json_decref(numbers);
    return rc;
}

int switches_collect(struct runinfo *ri, MPI_Comm comm, const char *file,
                     char **cause)
{
    const size_t n = (size_t)ri->nranks;
    json_t *map = NULL;
    int rank, rc = 0;

    *cause = NULL;
    MPI_Comm_rank(comm, &rank);
    ri->node_of = xcalloc(n, sizeof(*ri->node_of));
    ri->switch_of = file != NULL ? xcalloc(n, sizeof(*ri->switch_of)) : NULL;
    for (int i = 0; rank == 0 && i < ri->nranks; i++)
        ri->node_of[i] = ri->ranks[i].node;
    if (rank == 0 && file != NULL) {
        map = switches_read(file, cause);
        rc = map != NULL ? ranks_connect(ri, map, file, cause) : -1;
        json_decref(map);
    }
    MPI_Bcast(ri->node_of, (int)n, MPI_INT, 0, comm);
    if (file != NULL)
        MPI_Bcast(ri->switch_of, (int)n, MPI_INT, 0, comm);
    return rc;
}
