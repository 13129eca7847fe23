/* files.c: makes the contents of the files that select algorithms of the MPI
 * library, and says how to activate these files. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/tune/selection.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "print/parts.h"
#include "print/view.h"
#include "verdict/conditions.h"

/* Closes the stream and returns its text, or NULL if it is empty. */
static char *text_closed(FILE *f, char **text)
{
    text_close(f);
    if (**text != '\0')
        return *text;
    free(*text);
    return NULL;
}

void library_of(struct library *l, const json_t *run)
{
    *l = (struct library){.kind = FILE_KINDS, .name = mpi_text(run)};
    if (sscanf(l->name, "Open MPI %ld.%ld.%ld", &l->version[0], &l->version[1],
               &l->version[2]) >= 2)
        l->kind = FILE_RULES;
    else if (strncmp(l->name, "MPICH ", 6) == 0)
        l->kind = FILE_VARIABLES;
}

void library_free(struct library *l)
{
    for (size_t i = 0; i < TREES; i++)
        json_decref(l->tree[i]);
    free(l->name);
}

void files_decide(struct comparisons *all, const struct library *l)
{
    for (size_t i = 0; i < all->n; i++) {
        struct comparison *c = &all->v[i];

        if (l->kind == FILE_RULES)
            rules_decide(c);
        if (l->kind != FILE_VARIABLES ||
            (i > 0 && strcmp(c[-1].op, c->op) == 0))
            continue;
        decide_for_all(c, comparisons_of_op(all, c));
        selection_decide(c, comparisons_of_op(all, c), l);
    }
    for (struct comparison *c = all->v; c < all->v + all->n; c++) {
        decide_by_size(c, KIND_FRONT, c->rule, c->front);
        decide_by_size(c, KIND_COMPONENT, c->rule, c->hand);
    }
}

/* MPICH tries collectives of the device ("posix/NAME") before the others. */
static void put_variables(FILE *f, const char *op, const char *name)
{
    bool posix = strncmp(name, "posix/", 6) == 0;
    char *coll = xstrdup(op);

    for (char *at = coll; *at != '\0'; at++)
        *at = (char)toupper((unsigned char)*at);
    if (!posix)
        fprintf(f, "export MPIR_CVAR_%s_DEVICE_COLLECTIVE=0\n", coll);
    fprintf(f, "export MPIR_CVAR_%s_%sINTRA_ALGORITHM=%s\n", coll,
            posix ? "POSIX_" : "", posix ? name + 6 : name);
    free(coll);
}

char *variables_text(const struct comparisons *all)
{
    size_t length, n;
    char *text;
    FILE *f = text_open(&text, &length);

    for (const struct comparison *c = all->v; c < all->v + all->n; c += n) {
        size_t i = 0;

        n = comparisons_of_op(all, c);
        while (i < n && c[i].rule[0] == 0)
            i++;
        if (i < n && !c->sized)
            put_variables(f, c->op,
                          strchr(c[i].algo[c[i].rule[0]].name, '/') + 1);
    }
    return text_closed(f, &text);
}

static size_t choice_at(const struct comparison *c, const size_t *chosen,
                        size_t size)
{
    return size_counts(c, size) ? chosen[size] : 0;
}

/* Calls `put` for each range of sizes with the same choice, unless 0. Sizes
 * that do not count have choice 0. */
static void
each_range(FILE *f, const struct comparison *c, const size_t *chosen,
           void put(FILE *f, const struct comparison *c, const size_t *chosen,
                    size_t first, size_t last))
{
    for (size_t first = 0, size = 0; size < c->sizes; size++) {
        size_t own = choice_at(c, chosen, size);

        if (own != choice_at(c, chosen, first))
            first = size;
        if (own != 0 &&
            (size + 1 == c->sizes || choice_at(c, chosen, size + 1) != own))
            put(f, c, chosen, first, size);
    }
}

/* Writes a range, which ends just below the next measured size. */
static void put_range(FILE *f, const struct comparison *c, const size_t *chosen,
                      size_t first, size_t last)
{
    long most = last + 1 < c->sizes ? c->bytes[last + 1] - 1 : c->bytes[last];

    fprintf(f, "%s %ld %ld %ld %s\n", c->op, c->procs, c->bytes[first], most,
            SHOWN_FILE(c->algo[chosen[first]].name));
}

char *profile_text(const struct comparisons *all)
{
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    for (size_t i = 0; i < all->n; i++)
        each_range(f, &all->v[i], all->v[i].front, put_range);
    return text_closed(f, &text);
}

/* ---- activation ---------------------------------------------------------- */

static const char *const titles[] = {
    [FILE_RULES] = "rules for coll/tuned of Open MPI",
    [FILE_VARIABLES] = "variables for MPICH",
    [FILE_PROFILE] = "profile for libmpiperf-tuned.so",
};

void setting_add(struct settings *s, char *word)
{
    XAPPEND(s->word, s->n, word);
}

/* Characters of variables for MPICH. */
#define WORD                                                                   \
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_=/.-+"

bool is_word(const char *text)
{
    return text[strspn(text, WORD)] == '\0';
}

/* True for NAME=VALUE of MPICH as variables_text() and selection_write() write
 * it. */
static bool is_variable(const char *word, size_t n)
{
    static const char begin[] = "MPIR_CVAR_";

    return strncmp(word, begin, sizeof(begin) - 1) == 0 &&
           strspn(word, WORD) == n && memchr(word, '=', n) != NULL;
}

void settings_add(struct settings *s, enum file_kind kind, const char *path,
                  const char *front, const char *text)
{
    static const char begin[] = "export ";

    if (kind == FILE_RULES) {
        setting_add(s, xstrdup("OMPI_MCA_coll_tuned_use_dynamic_rules=1"));
        setting_add(
            s,
            xasprintf("OMPI_MCA_coll_tuned_dynamic_rules_filename=%s", path));
    } else if (kind == FILE_PROFILE) {
        setting_add(s, xasprintf("MPIPERF_TUNED=%s", path));
        setting_add(s, xasprintf("LD_PRELOAD=%s", front));
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

char *preload_with(const char *list, const char *front)
{
    static const char profile[] = "libmpiperf-profile.so";
    const char *at = list != NULL ? strstr(list, profile) : NULL, *rest;
    size_t n = at != NULL ? (size_t)(at - list) + sizeof(profile) - 1 : 0;

    if (list == NULL)
        return xstrdup(front);
    rest = list + n + strspn(list + n, " :");
    return xasprintf("%.*s%s%s%s%s", (int)n, list, n > 0 ? " " : "", front,
                     *rest != '\0' ? " " : "", rest);
}

char *word_preload(const char *const *word, size_t i, const char *front)
{
    static const char name[] = "LD_PRELOAD=";
    const size_t n = sizeof(name) - 1;
    char *list, *whole;

    if (i >= 2 && strcmp(word[i - 1], "LD_PRELOAD") == 0 &&
        (strcmp(word[i - 2], "-env") == 0 || strcmp(word[i - 2], "-genv") == 0))
        return preload_with(word[i], front);
    if (strncmp(word[i], name, n) != 0)
        return xstrdup(word[i]);
    list = preload_with(word[i] + n, front);
    whole = xasprintf("%s%s", name, list);
    free(list);
    return whole;
}

void settings_print(FILE *f, const struct settings *s, const char *between)
{
    fputs("export", f);
    for (size_t i = 0; i < s->n; i++) {
        fputc(' ', f);
        word_print(f, s->word[i]);
    }
    fprintf(f, "%sunset", between);
    for (size_t i = 0; i < s->n; i++)
        fprintf(f, " %.*s", (int)strcspn(s->word[i], "="), s->word[i]);
    fputc('\n', f);
}

/* Returns the lines of the first comment, malloced. */
static char *comment_text(enum file_kind kind, const char *path,
                          const char *front, const char *from,
                          const struct library *l, const char *text)
{
    struct settings s = {0};
    size_t length;
    char *comment;
    FILE *f = text_open(&comment, &length);

    settings_add(&s, kind, path, front, text);
    fprintf(f, "mpiperf-tune: %s\nFrom %s.\nActivate: ", titles[kind],
            SHOWN_LINE(from));
    settings_print(f, &s, "\nUndo: ");
    if (kind == FILE_RULES && l->version[0] >= 5)
        fputs("Open MPI ignores rules if coll/han has a higher priority:\n"
              "OMPI_MCA_coll_han_priority=0 disables it.\n",
              f);
    text_close(f);
    settings_free(&s);
    return comment;
}

/* Prints each line with "# " before it. */
static void put_comment(FILE *f, const char *comment)
{
    for (size_t n; *comment != '\0'; comment += n) {
        n = strcspn(comment, "\n") + 1;
        fprintf(f, "# %.*s", (int)n, comment);
    }
}

char *file_text(enum file_kind kind, const char *path, const char *front,
                const char *from, const struct library *l, char *text)
{
    size_t length;
    char *whole, *comment = comment_text(kind, path, front, from, l, text);
    FILE *f = text_open(&whole, &length);

    if (kind == FILE_RULES && rules_are_json(l)) {
        rules_json_put(f, comment, text);
    } else {
        if (kind == FILE_RULES && rules_have_version(l))
            fputs("rule-file-version-2\n", f);
        put_comment(f, comment);
        fputs(text, f);
    }
    text_close(f);
    free(comment);
    free(text);
    return whole;
}

enum file_kind file_kind_of(const char *text)
{
    static const char *const begins[] = {"rule-file-version-2\n# ",
                                         "{\n  \"comment\": [\n    \"", "# "};
    static const char name[] = "mpiperf-tune: ";
    enum file_kind kind = FILE_RULES;
    size_t i = 0, n = sizeof(begins) / sizeof(begins[0]);

    while (i < n && strncmp(text, begins[i], strlen(begins[i])) != 0)
        i++;
    if (i == n)
        return FILE_KINDS;
    text += strlen(begins[i]);
    if (strncmp(text, name, sizeof(name) - 1) != 0)
        return FILE_KINDS;
    text += sizeof(name) - 1;
    while (kind < FILE_KINDS &&
           strncmp(text, titles[kind], strlen(titles[kind])) != 0)
        kind++;
    return kind;
}

/* ---- what is printed ----------------------------------------------------- */

/* Prints "tuned/binomial from 8 B to 1 KiB, 1.2 to 1.4 times as fast ...; ". */
static void print_range(FILE *f, const struct comparison *c,
                        const size_t *chosen, size_t first, size_t last)
{
    double least = INFINITY, most = 0;

    for (size_t size = first; size <= last; size++) {
        double times = pair_of(c, size, chosen[size], 0)->times;

        least = fmin(least, times);
        most = fmax(most, times);
    }
    fprintf(f, "%s %s%s%s%s, ", SHOWN_FILE(c->algo[chosen[first]].name),
            first < last ? "from " : "at ", SIZE_TEXT(c->bytes[first]),
            first < last ? " to " : "",
            first < last ? SIZE_TEXT(c->bytes[last]) : "");
    view_put_span(f, DIGITS3(least), " to ", DIGITS3(most));
    fputs(" times as fast as native", f);
    if (c->program != NULL) {
        fputs(", ", f);
        print_saving(f, c->program, choice_saves(c, chosen, first, last));
    }
    fputs("; ", f);
}

/* Also prints what sets it: a component gets its collectives when a
 * communicator is made, whatever the size. */
static void print_by_hand(FILE *f, const struct comparison *c,
                          const size_t *chosen, size_t first, size_t last)
{
    const char *name = c->algo[chosen[first]].name, *own = strchr(name, '/');
    int n = (int)strcspn(name, "/");

    print_range(f, c, chosen, first, last);
    fprintf(f, "export OMPI_MCA_coll_%.*s_priority=90", n, name);
    if (own != NULL)
        fprintf(f, " OMPI_MCA_coll_%.*s_use_%s_algorithm=%s", n, name, c->op,
                own + 1);
    if (strcmp(name, "acoll") == 0)
        fprintf(f, " OMPI_MCA_coll_acoll_comm_size_thresh=%ld", c->procs);
    if (strcmp(name, "xhc") == 0)
        fputs(" (without XPMEM, it fails in reductions above 4 KiB)", f);
    fputs("; ", f);
}

void print_choices(FILE *f, const struct comparisons *all,
                   const struct library *l, bool profile)
{
    for (size_t i = 0; i < all->n; i++) {
        const struct comparison *c = &all->v[i];
        bool rule = comparison_has(c, c->rule),
             front = comparison_has(c, c->front),
             hand = comparison_has(c, c->hand);

        fprintf(f, "%s, %ld ranks: ", SHOWN_FILE(c->op), c->procs);
        each_range(f, c, c->rule, print_range);
        if (front)
            fputs(profile ? "in the profile: " : "only --profile can set: ", f);
        each_range(f, c, c->front, print_range);
        if (hand)
            fputs("only by hand, for all sizes and collectives: ", f);
        each_range(f, c, c->hand, print_by_hand);
        fputs(!comparison_counts(c)   ? "not among the calls of the program\n"
              : rule || front || hand ? "the rest stays as it is\n"
              : l->kind == FILE_RULES && !rules_can(c->op)
                  ? "Open MPI has no rules for it\n"
              : !comparison_decided(c)
                  ? "undecided which algorithm is faster than "
                    "native: more runs, or a quieter machine\n"
              : c->program != NULL ? "nothing saves 0.1 % of the program\n"
                                   : "nothing to gain\n",
              f);
    }
}
