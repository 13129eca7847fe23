/* cgroup.c: reads quotas and limits of control groups. A limit applies to all
 * groups below its own, so the tightest limit of a process may be several
 * levels above the process's group. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/cgroup.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "machine/sysfile.h"

/* A control group of one controller. */
struct groups {
    char folder[2 * PATH_MAX]; /* the group of this process */
    size_t top;                /* length of the outermost group's path */
    bool unified;              /* version 2 */
};

/* True if the comma-separated list contains the word. */
static bool has_word(const char *list, const char *word)
{
    size_t n = strlen(word);

    for (const char *at = list; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, word, n) == 0 && (at[n] == ',' || at[n] == '\0'))
            return true;
    }
    return false;
}

static FILE *proc_open(const char *root, const char *name)
{
    char path[PATH_MAX];

    snprintf(path, sizeof(path), "%s/proc/self/%s", root, name);
    return fopen(path, "re");
}

/* Sets path to the process's group: in the version 1 hierarchy that has the
 * controller, or else in version 2, whose line is "0::PATH". */
static bool path_find(struct groups *g, char path[PATH_MAX], const char *root,
                      const char *controller)
{
    FILE *f = proc_open(root, "cgroup");
    char *line = NULL, *list, *at;
    size_t size = 0;
    bool found = false;

    while (f != NULL && getline(&line, &size, f) > 0) {
        list = strchr(line, ':');
        at = list != NULL ? strchr(list + 1, ':') : NULL;
        if (at == NULL)
            continue;
        *at++ = '\0';
        at[strcspn(at, "\n")] = '\0';
        if (list[1] != '\0' ? !has_word(list + 1, controller)
                            : found) /* version 1 has precedence */
            continue;
        found = true;
        g->unified = list[1] == '\0';
        snprintf(path, PATH_MAX, "%s", at);
        if (!g->unified)
            break;
    }
    free(line);
    if (f != NULL)
        fclose(f);
    return found;
}

/* Sets the folder to the place of the group `path` in the file system. A
 * container sees only part of the hierarchy; the outermost group it sees may be
 * the process's own. */
static bool mount_find(struct groups *g, const char *path, const char *root,
                       const char *controller)
{
    FILE *f = proc_open(root, "mountinfo");
    char *line = NULL, shown[PATH_MAX], at[PATH_MAX];
    char type[32], *rest, options[PATH_MAX];
    size_t size = 0, n;
    bool found = false;

    while (f != NULL && !found && getline(&line, &size, f) > 0) {
        rest = strstr(line, " - ");
        found = rest != NULL &&
                sscanf(line, "%*s %*s %*s %4095s %4095s", shown, at) == 2 &&
                sscanf(rest, " - %31s %*s %4095s", type, options) == 2 &&
                (g->unified ? strcmp(type, "cgroup2") == 0
                            : strcmp(type, "cgroup") == 0 &&
                                  has_word(options, controller));
    }
    free(line);
    if (f != NULL)
        fclose(f);
    if (!found)
        return false;
    n = strcmp(shown, "/") == 0 ? 0 : strlen(shown);
    path = strncmp(path, shown, n) == 0 && (path[n] == '/' || path[n] == '\0')
               ? path + n
               : "";
    g->top = (size_t)snprintf(g->folder, sizeof(g->folder), "%s%s", root, at);
    snprintf(g->folder + g->top, sizeof(g->folder) - g->top, "%s",
             strcmp(path, "/") == 0 ? "" : path);
    return true;
}

static bool groups_find(struct groups *g, const char *root,
                        const char *controller)
{
    char path[PATH_MAX];

    return path_find(g, path, root, controller) &&
           mount_find(g, path, root, controller);
}

/* Moves to the enclosing group. Returns false if this one is the outermost. */
static bool groups_up(struct groups *g)
{
    char *slash = strrchr(g->folder, '/');

    if (strlen(g->folder) <= g->top || slash == NULL)
        return false;
    *slash = '\0';
    return true;
}

/* Version 2 has quota and period in one file: "150000 100000", "max 100000". */
double cgroup_quota(const char *root)
{
    double least = INFINITY;
    struct groups g;
    bool more;

    for (more = groups_find(&g, root, "cpu"); more; more = groups_up(&g)) {
        double quota = -1, period = 0;
        char line[64];

        if (!g.unified) {
            quota = sysfile_number("%lf", "%s/cpu.cfs_quota_us", g.folder);
            period = sysfile_number("%lf", "%s/cpu.cfs_period_us", g.folder);
        } else if (sysfile_line(line, sizeof(line), "%s/cpu.max", g.folder) !=
                       0 ||
                   sscanf(line, "%lf %lf", &quota, &period) != 2)
            continue;
        if (quota > 0 && period > 0)
            least = fmin(least, quota / period);
    }
    return least;
}

long cgroup_throttled(const char *root)
{
    double sum = 0;
    struct groups g;
    bool more;

    for (more = groups_find(&g, root, "cpu"); more; more = groups_up(&g)) {
        double n = sysfile_number("nr_throttled %lf", "%s/cpu.stat", g.folder);

        sum += n > 0 ? n : 0;
    }
    return (long)sum;
}

size_t cgroup_memory(const char *root)
{
    double least = INFINITY;
    struct groups g;
    bool more;

    for (more = groups_find(&g, root, "memory"); more; more = groups_up(&g)) {
        double max = sysfile_number(
            "%lf", g.unified ? "%s/memory.max" : "%s/memory.limit_in_bytes",
            g.folder);
        double used = sysfile_number(
            "%lf", g.unified ? "%s/memory.current" : "%s/memory.usage_in_bytes",
            g.folder);
        double files = sysfile_number(g.unified ? "inactive_file %lf"
                                                : "total_inactive_file %lf",
                                      "%s/memory.stat", g.folder);

        if (!isnan(max) && !isnan(used))
            least = fmin(least, fmax(0, max - used + (files > 0 ? files : 0)));
    }
    return least < (double)SIZE_MAX ? (size_t)least : SIZE_MAX;
}
