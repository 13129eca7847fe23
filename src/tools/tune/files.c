/* files.c: texts of the files that set algorithms, and how to activate them.
 * Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "tools/tune/tune.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "compare/view.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* The number of bytes by which Open MPI's rules choose, where m is that of -m
 * and p the number of ranks. */
enum rule_bytes {
    RULE_M,
    RULE_P_M,
    RULE_ZERO, /* one rule for all sizes */
    RULE_NEVER /* no rules */
};

static const struct coll {
    const char *name;
    int id; /* in rules of Open MPI */
    enum rule_bytes bytes;
} colls[] = {
    {"allgather", 0, RULE_P_M},
    {"allgatherv", 1, RULE_M},
    {"allreduce", 2, RULE_M},
    {"alltoall", 3, RULE_P_M},
    {"alltoallv", 4, RULE_ZERO},
    {"barrier", 6, RULE_ZERO},
    {"bcast", 7, RULE_M},
    {"exscan", 8, RULE_NEVER},
    {"gather", 9, RULE_P_M},
    {"reduce", 11, RULE_M},
    {"reduce_scatter", 12, RULE_P_M},
    {"reduce_scatter_block", 13, RULE_P_M},
    {"scan", 14, RULE_NEVER},
    {"scatter", 15, RULE_P_M},
};

static const struct coll *coll_find(const char *op)
{
    for (size_t i = 0; i < sizeof(colls) / sizeof(colls[0]); i++)
        if (strcmp(colls[i].name, op) == 0)
            return &colls[i];
    return NULL;
}

/* ---- the library --------------------------------------------------------- */

void library_of(struct library *l, const json_t *run)
{
    *l = (struct library){.kind = FILE_KINDS, .name = mpi_text(run)};
    if (sscanf(l->name, "Open MPI %ld.%ld.%ld", &l->version[0], &l->version[1],
               &l->version[2]) >= 2)
        l->kind = FILE_RULES;
    else if (strncmp(l->name, "MPICH ", 6) == 0)
        l->kind = FILE_VARIABLES;
}

/* True if rules begin with their version and have a fifth number. */
static bool has_requests(const struct library *l)
{
    const long *v = l->version;

    return v[0] > 5 || (v[0] == 5 && (v[1] > 0 || v[2] >= 7)) ||
           (v[0] == 4 && (v[1] > 1 || (v[1] == 1 && v[2] >= 8)));
}

/* ---- what a file can express --------------------------------------------- */

/* The number of contests from c on that have its collective. */
static size_t same_op(const struct contests *all, const struct contest *c)
{
    size_t n = 0;

    while (c + n < all->v + all->n && strcmp(c[n].op, c->op) == 0)
        n++;
    return n;
}

/* Sets the algorithm for all sizes of n contests. */
static void set_for_all(struct contest *c, size_t n)
{
    const char *name = decide_for_all(c, n);

    for (size_t i = 0; i < n && name != NULL; i++)
        for (size_t a = 1; a < c[i].algos; a++)
            for (size_t size = 0; size < c[i].sizes; size++)
                if (strcmp(c[i].algo[a].name, name) == 0)
                    c[i].rule[size] = a;
}

static void rules_decide(struct contest *c)
{
    const struct coll *coll = coll_find(c->op);

    if (coll == NULL || coll->bytes == RULE_NEVER)
        return;
    if (coll->bytes == RULE_ZERO)
        set_for_all(c, 1);
    else
        decide_by_size(c, KIND_LIBRARY, NULL, c->rule);
}

void files_decide(struct contests *all, const struct library *l)
{
    for (size_t i = 0; i < all->n; i++) {
        struct contest *c = &all->v[i];

        if (l->kind == FILE_RULES)
            rules_decide(c);
        else if (l->kind == FILE_VARIABLES &&
                 (i == 0 || strcmp(c[-1].op, c->op) != 0))
            set_for_all(c, same_op(all, c));
    }
    for (size_t i = 0; i < all->n; i++)
        decide_by_size(&all->v[i], KIND_FRONT, all->v[i].rule, all->v[i].front);
}

static bool has_any(const struct contest *c, const size_t *chosen)
{
    for (size_t size = 0; size < c->sizes; size++)
        if (chosen[size] != 0)
            return true;
    return false;
}

/* ---- rules of Open MPI --------------------------------------------------- */

struct rules {
    FILE *f;
    const struct coll *coll;
    bool requests;
};

/* A rule: the algorithm from these bytes on, up to the next rule; NULL: the
 * library's own decision. */
struct rule {
    long bytes;
    const struct contender *algo;
};

/* The rules of a number of ranks from now on, up to the next entry; c is NULL:
 * the library's own decision. */
struct entry {
    long procs;
    const struct contest *c;
};

static void rule_add(struct rule *rule, size_t *n, long bytes,
                     const struct contender *algo)
{
    if (*n == 0 && bytes > 0)
        rule[(*n)++] = (struct rule){0, NULL};
    if (*n == 0 || rule[*n - 1].algo != algo)
        rule[(*n)++] = (struct rule){bytes, algo};
}

/* The last rule ends behind the largest size that was measured. */
static size_t rules_of(const struct coll *coll, const struct contest *c,
                       struct rule *rule)
{
    long factor = coll->bytes == RULE_P_M ? c->procs
                  : coll->bytes == RULE_M ? 1
                                          : 0;
    size_t n = 0;

    for (size_t size = 0; size < c->sizes; size++)
        rule_add(rule, &n, factor * c->bytes[size],
                 c->rule[size] > 0 ? &c->algo[c->rule[size]] : NULL);
    if (factor > 0)
        rule_add(rule, &n, factor * c->bytes[c->sizes - 1] + 1, NULL);
    return n;
}

static void put_entry(const struct rules *r, const struct entry *e)
{
    size_t sizes = e->c != NULL ? e->c->sizes : 0, n = 0;
    struct rule *rule = xcalloc(sizes + 2, sizeof(*rule));

    if (e->c != NULL)
        n = rules_of(r->coll, e->c, rule);
    else
        rule_add(rule, &n, 0, NULL);
    fprintf(r->f, "%ld %zu # from so many ranks on: rules\n", e->procs, n);
    for (size_t i = 0; i < n; i++) {
        const struct contender *algo = rule[i].algo;

        fprintf(r->f, "%ld %ld %ld %ld%s", rule[i].bytes,
                algo != NULL ? algo->id : 0, algo != NULL ? algo->fanout : 0,
                algo != NULL ? algo->segment : 0, r->requests ? " 0" : "");
        if (algo != NULL)
            fprintf(r->f, " # %s", SHOWN_FILE(algo->name));
        fputc('\n', r->f);
    }
    free(rule);
}

/* An entry holds up to the next one, and the first one also for fewer ranks. So
 * entries that leave the decision to the library enclose each number of ranks
 * that was measured. */
static size_t entries_of(const struct contest *c, size_t contests,
                         struct entry *e)
{
    long next = 1; /* first number of ranks without an entry */
    size_t n = 0;

    for (size_t i = 0; i < contests; i++) {
        if (!has_any(&c[i], c[i].rule))
            continue;
        if (c[i].procs > next)
            e[n++] = (struct entry){next, NULL};
        e[n++] = (struct entry){c[i].procs, &c[i]};
        next = c[i].procs + 1;
    }
    if (n > 0)
        e[n++] = (struct entry){next, NULL};
    return n;
}

/* False: there is nothing to set. */
static bool put_coll(struct rules *r, const struct contest *c, size_t contests)
{
    struct entry *e = xcalloc(2 * contests + 1, sizeof(*e));
    size_t n = entries_of(c, contests, e);

    r->coll = coll_find(c->op);
    if (n > 0)
        fprintf(r->f, "%d # %s\n%zu # numbers of ranks\n", r->coll->id, c->op,
                n);
    for (size_t i = 0; i < n; i++)
        put_entry(r, &e[i]);
    free(e);
    return n > 0;
}

char *rules_text(const struct contests *all, const struct library *l)
{
    struct rules r = {.requests = has_requests(l)};
    size_t length, set = 0, n;
    char *colls_text, *text;

    r.f = text_open(&colls_text, &length);
    for (size_t i = 0; i < all->n; i += n) {
        n = same_op(all, &all->v[i]);
        set += put_coll(&r, &all->v[i], n);
    }
    text_close(r.f);
    text = set > 0 ? xasprintf("%zu # collectives\n%s", set, colls_text) : NULL;
    free(colls_text);
    return text;
}

/* ---- variables of MPICH -------------------------------------------------- */

char *variables_text(const struct contests *all)
{
    size_t length, set = 0, n;
    char *text;
    FILE *f = text_open(&text, &length);

    for (size_t i = 0; i < all->n; i += n) {
        const struct contest *c = &all->v[i];
        const char *name = c->algo[c->rule[0]].name;
        char *coll = xstrdup(c->op);

        n = same_op(all, c);
        for (char *at = coll; *at != '\0'; at++)
            *at = (char)toupper((unsigned char)*at);
        if (c->rule[0] != 0)
            fprintf(f,
                    "export MPIR_CVAR_%s_DEVICE_COLLECTIVE=0\n"
                    "export MPIR_CVAR_%s_INTRA_ALGORITHM=%s\n",
                    coll, coll, strchr(name, '/') + 1);
        set += c->rule[0] != 0;
        free(coll);
    }
    text_close(f);
    if (set > 0)
        return text;
    free(text);
    return NULL;
}

/* ---- the profile --------------------------------------------------------- */

/* The size up to which the choice at this size holds: before the next one. */
static long last_of(const struct contest *c, size_t size)
{
    return size + 1 < c->sizes ? c->bytes[size + 1] - 1 : c->bytes[size];
}

static void put_ranges(FILE *f, const struct contest *c)
{
    for (size_t first = 0, size = 0; size < c->sizes; size++) {
        if (c->front[size] != c->front[first])
            first = size;
        if (c->front[size] != 0 &&
            (size + 1 == c->sizes || c->front[size + 1] != c->front[size]))
            fprintf(f, "%s %ld %ld %ld %s\n", c->op, c->procs, c->bytes[first],
                    last_of(c, size), c->algo[c->front[size]].name);
    }
}

char *profile_text(const struct contests *all)
{
    size_t length, set = 0;
    char *text;
    FILE *f = text_open(&text, &length);

    fputs("# collective, ranks, least and most bytes, algorithm\n", f);
    for (size_t i = 0; i < all->n; i++) {
        set += has_any(&all->v[i], all->v[i].front);
        put_ranges(f, &all->v[i]);
    }
    text_close(f);
    if (set > 0)
        return text;
    free(text);
    return NULL;
}

/* ---- activation ---------------------------------------------------------- */

static const struct {
    const char *is; /* the file, in its first comment */
    const char *of;
} titles[] = {
    [FILE_RULES] = {"rules", "coll/tuned of Open MPI"},
    [FILE_VARIABLES] = {"variables", "MPICH"},
    [FILE_PROFILE] = {"profile", "libmpiperf-tuned.so"},
};

static void setting_add(struct settings *s, char *word)
{
    s->word = xroom(s->word, s->n, sizeof(*s->word));
    s->word[s->n++] = word;
}

/* True for a variable of MPICH and its value, as variables_text() writes it. */
static bool is_variable(const char *word, size_t n)
{
    static const char begin[] = "MPIR_CVAR_";
    static const char valid[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_=0123456789"
                                "abcdefghijklmnopqrstuvwxyz";

    return strncmp(word, begin, sizeof(begin) - 1) == 0 &&
           strspn(word, valid) == n && memchr(word, '=', n) != NULL;
}

void settings_add(struct settings *s, enum file_kind kind, const char *path,
                  const char *text)
{
    static const char begin[] = "export ";

    if (kind == FILE_RULES) {
        setting_add(s, xstrdup("OMPI_MCA_coll_tuned_use_dynamic_rules=1"));
        setting_add(
            s,
            xasprintf("OMPI_MCA_coll_tuned_dynamic_rules_filename=%s", path));
    } else if (kind == FILE_PROFILE) {
        setting_add(s, xasprintf("MPIPERF_TUNED=%s", path));
        setting_add(s, xstrdup("LD_PRELOAD=" LIBDIR "/libmpiperf-tuned.so"));
    }
    for (const char *line = text; kind == FILE_VARIABLES && *line != '\0';) {
        size_t n = strcspn(line, "\n"), skip = sizeof(begin) - 1;

        if (strncmp(line, begin, skip) == 0 &&
            is_variable(line + skip, n - skip))
            setting_add(s, xasprintf("%.*s", (int)(n - skip), line + skip));
        line += n + (line[n] == '\n');
    }
}

void settings_free(struct settings *s)
{
    for (size_t i = 0; i < s->n; i++)
        free(s->word[i]);
    free(s->word);
}

/* Prints a word for a shell. */
static void put_word(FILE *f, const char *word)
{
    static const char bare[] = "abcdefghijklmnopqrstuvwxyz"
                               "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "0123456789%+,-./:=@_";

    if (word[strspn(word, bare)] == '\0') {
        fputs(word, f);
        return;
    }
    fputc('\'', f);
    for (; *word != '\0'; word++)
        fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, f);
    fputc('\'', f);
}

char *settings_export(const struct settings *s)
{
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    fputs("export", f);
    for (size_t i = 0; i < s->n; i++) {
        fputc(' ', f);
        put_word(f, s->word[i]);
    }
    text_close(f);
    return text;
}

/* What reads a shell script. */
static char *script_text(const char *path)
{
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    fputs(". ", f);
    put_word(f, path);
    text_close(f);
    return text;
}

char *settings_unset(const struct settings *s)
{
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    fputs("unset", f);
    for (size_t i = 0; i < s->n; i++)
        fprintf(f, " %.*s", (int)strcspn(s->word[i], "="), s->word[i]);
    text_close(f);
    return text;
}

char *file_text(enum file_kind kind, const char *path, const char *from,
                const struct library *l, char *text)
{
    struct settings s = {0};
    size_t length;
    char *whole, *activate, *undo;
    FILE *f = text_open(&whole, &length);

    settings_add(&s, kind, path, text);
    activate = kind == FILE_VARIABLES ? script_text(path) : settings_export(&s);
    undo = settings_unset(&s);
    if (kind == FILE_RULES && has_requests(l))
        fputs("rule-file-version-2\n", f);
    fprintf(f,
            "# mpiperf-tune: %s for %s\n"
            "# Activate: %s\n"
            "# Undo: %s\n"
            "# From %s.\n",
            titles[kind].is, titles[kind].of, activate, undo, from);
    if (kind == FILE_RULES && l->version[0] >= 5)
        fputs("# Rules are not asked where coll/han has the higher priority:\n"
              "# OMPI_MCA_coll_han_priority=0 leaves it out.\n",
              f);
    fputs(text, f);
    text_close(f);
    settings_free(&s);
    free(activate);
    free(undo);
    free(text);
    return whole;
}

enum file_kind file_kind_of(const char *text)
{
    static const char version[] = "rule-file-version-2\n";
    enum file_kind kind = FILE_RULES;

    if (strncmp(text, version, sizeof(version) - 1) == 0)
        text += sizeof(version) - 1;
    for (; kind < FILE_KINDS; kind++) {
        char *title = xasprintf("# mpiperf-tune: %s for %s\n", titles[kind].is,
                                titles[kind].of);
        bool is = strncmp(text, title, strlen(title)) == 0;

        free(title);
        if (is)
            break;
    }
    return kind;
}

/* ---- what is printed ----------------------------------------------------- */

/* "tuned/binomial from 8 B to 1 KiB, 1.2 to 1.4 times as fast as native" */
static void print_range(FILE *f, const struct contest *c, const size_t *chosen,
                        size_t first, size_t last)
{
    double least = INFINITY, most = 0;
    char *from = size_text(c->bytes[first]), *to = size_text(c->bytes[last]);
    char *low, *high;

    for (size_t size = first; size <= last; size++) {
        double times = verdict_of(c, size, chosen[size], 0)->times;

        least = fmin(least, times);
        most = fmax(most, times);
    }
    low = digits3(least);
    high = digits3(most);
    fprintf(f, "%s ", SHOWN_FILE(c->algo[chosen[first]].name));
    fprintf(f, first < last ? "from %s to %s, " : "at %s, ", from, to);
    fprintf(f, strcmp(low, high) != 0 ? "%s to %s" : "%s", low, high);
    fputs(" times as fast as native", f);
    free(from);
    free(to);
    free(low);
    free(high);
}

static void print_ranges(FILE *f, const struct contest *c, const size_t *chosen,
                         const char *before)
{
    const char *between = before;

    for (size_t first = 0, size = 0; size < c->sizes; size++) {
        if (chosen[size] != chosen[first])
            first = size;
        if (chosen[size] == 0 ||
            (size + 1 < c->sizes && chosen[size + 1] == chosen[size]))
            continue;
        fputs(between, f);
        print_range(f, c, chosen, first, size);
        between = "; ";
    }
}

void print_choices(FILE *f, const struct contests *all, const struct library *l,
                   bool profile)
{
    for (size_t i = 0; i < all->n; i++) {
        const struct contest *c = &all->v[i];
        const struct coll *coll = coll_find(c->op);
        bool rule = has_any(c, c->rule), front = has_any(c, c->front);

        fprintf(f, "%s, %ld ranks: ", SHOWN_FILE(c->op), c->procs);
        if (!rule && !front)
            fputs(l->kind == FILE_RULES && coll != NULL &&
                          coll->bytes == RULE_NEVER
                      ? "Open MPI has no rules for it"
                      : "nothing to gain",
                  f);
        print_ranges(f, c, c->rule, "");
        print_ranges(f, c, c->front,
                     profile ? rule ? "; in the profile: " : "in the profile: "
                     : rule  ? "; only --profile can set: "
                             : "only --profile can set: ");
        fputc('\n', f);
    }
}
