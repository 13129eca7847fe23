/* test_manual.c: --help and the manual page agree with the tables. */
/* SPDX-License-Identifier: BSD-3-Clause */

#include <ctype.h>
#include <strings.h>
#include "adapters/adapters.h"
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/options_parts.h"
#include "mpiperf/options/options.h"
#include "record/fields.h"
#include "record/test/members.h"

/* Returns a manual page, with "-" in place of "\-". */
static char *page_read(const char *name)
{
    const char *top = getenv("top_srcdir");
    char *path = xasprintf("%s/doc/%s", top != NULL ? top : ".", name);
    FILE *f = fopen(path, "r");
    char *text = NULL, *to;
    size_t size = 0;

    if (f == NULL)
        fail_msg("cannot read %s (set top_srcdir)", path);
    assert_true(getdelim(&text, &size, '\0', f) > 0);
    fclose(f);
    free(path);
    to = text;
    for (const char *from = text; *from != '\0'; from++)
        if (from[0] != '\\' || from[1] != '-')
            *to++ = *from;
    *to = '\0';
    return text;
}

/* Returns the text from this line to the next tag, joined into one line,
 * malloced; NULL if the page does not have the line. */
static char *manual_paragraph(const char *manual, const char *line)
{
    char *whole = xasprintf("\n%s\n", line), *paragraph;
    const char *from = strstr(manual, whole), *end;

    free(whole);
    if (from == NULL)
        return NULL;
    for (end = from + 1; (end = strchr(end, '\n')) != NULL; end++)
        if (strncmp(end, "\n.TP", 4) == 0 || strncmp(end, "\n.S", 3) == 0 ||
            strncmp(end, "\n.PP", 4) == 0)
            break;
    paragraph = strndup(from, end != NULL ? (size_t)(end - from) : SIZE_MAX);
    for (char *c = paragraph; *c != '\0'; c++)
        if (*c == '\n')
            *c = ' ';
    return paragraph;
}

static bool is_name_char(char c)
{
    return isalnum((unsigned char)c) || c == '-' || c == '_' || c == '.';
}

/* True if a word of the text begins at `at`; the escape of a font, such as
 * \\fB, may come before it. */
static bool begins_word(const char *text, const char *at)
{
    return at == text || !is_name_char(at[-1]) ||
           (at - text >= 3 && strncmp(at - 3, "\\f", 2) == 0);
}

/* True if the text has the word, not as part of another word. A full stop may
 * follow if it ends a sentence. */
static bool text_has_word(const char *text, const char *word)
{
    size_t n = strlen(word);

    for (const char *at = text; (at = strstr(at, word)) != NULL; at++) {
        const char *end = at + n;

        end += *end == '.';
        if (begins_word(text, at) && !is_name_char(*end))
            return true;
    }
    return false;
}

/* Returns --help with all white space reduced to single blanks. */
static char *help_text(void)
{
    struct options o = {0};
    char *text = NULL, *to;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);

    assert_non_null(f);
    adapters_open(&o.registry);
    options_help(f, &o);
    registry_close(&o.registry);
    fclose(f);
    to = text;
    for (const char *from = text; *from != '\0'; from++)
        if (!isspace((unsigned char)*from))
            *to++ = *from;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    *to = '\0';
    return text;
}

/* The registry with this program's algorithms. */
static struct registry registry_own(void)
{
    struct registry r;

    adapters_open(&r);
    return r;
}

static struct option_row *own_rows(void)
{
    struct registry r = registry_own();
    struct option_row *rows = option_rows(&r);

    registry_close(&r);
    return rows;
}

UNIT_TEST(test_help)
{
    char *help = help_text();
    struct option_row *rows = own_rows();

    for (const struct option_row *row = rows; row->p.name != NULL; row++) {
        const struct param *p = &row->p;
        const char *shown = param_default(p);
        char *option =
            xasprintf(" --%s%s%s %s%s%s%s", p->name, p->arg ? "=" : "",
                      p->arg ? p->arg : "", p->help, shown ? " (default: " : "",
                      shown ? shown : "", shown ? ")" : "");

        if (strstr(help, option) == NULL)
            fail_msg("--help lacks '%s'", option);
        free(option);
    }
    free(rows);
    assert_non_null(strstr(help, "SWEEP is "));
    assert_non_null(strstr(help, "Examples: mpiexec "));
    free(help);
}

/* Returns "\fB-m\fR, \fB--size\fR=\fISWEEP\fR". */
static char *manual_option_line(const struct option_row *row)
{
    char brief[] = "\\fB-?\\fR, ";

    *strchr(brief, '?') = row->key;
    return xasprintf("%s\\fB--%s\\fR%s%s%s", row->key != 0 ? brief : "",
                     row->p.name, row->p.arg ? "=\\fI" : "",
                     row->p.arg ? row->p.arg : "", row->p.arg ? "\\fR" : "");
}

UNIT_TEST(test_manual_options)
{
    char *manual = page_read("mpiperf.1");
    struct option_row *all = own_rows();
    size_t rows = 0, lines = 0;

    for (const struct option_row *row = all; row->p.name; row++, rows++) {
        const char *shown = param_default(&row->p);
        char *line = manual_option_line(row);
        char *paragraph = manual_paragraph(manual, line);
        char *def = xasprintf("(default: %s", shown != NULL ? shown : "");

        if (paragraph == NULL)
            fail_msg("the manual page lacks '%s'", line);
        if (shown != NULL && strstr(paragraph, def) == NULL)
            fail_msg("the manual page lacks '%s)' of %s", def, row->p.name);
        free(def);
        free(paragraph);
        free(line);
    }
    for (const char *at = manual; (at = strstr(at, "\n.TP\n\\fB-")) != NULL;
         at++)
        lines++;
    assert_int_equal(lines, rows);
    free(all);
    free(manual);
}

static void manual_has_parameter(const char *manual,
                                 const struct catalog_entry *e)
{
    char *line = xasprintf(".B %s", e->name);
    char *paragraph = manual_paragraph(manual, line);
    const char *def = strstr(e->help, "(default: ");

    if (paragraph == NULL || def == NULL || strstr(paragraph, def) == NULL)
        fail_msg("the manual page lacks '%s' or its default", line);
    free(paragraph);
    free(line);
}

/* Operations of a family (ibcast, put_fence) are described by the name they
 * share and by the prefix or suffix. */
static bool manual_has_operation(const char *manual, const char *name)
{
    static const char *const ends[] = {"_init",        "_fence", "_pscw",
                                       "_lock",        "_flush", "_lock_all",
                                       "_flush_local", "_wait"};
    bool has = text_has_word(manual, name) ||
               (*name == 'i' && text_has_word(manual, name + 1));

    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]) && !has; i++) {
        size_t n = strlen(name), end = strlen(ends[i]);
        char *start;

        if (n <= end || strcmp(name + n - end, ends[i]) != 0)
            continue;
        start = strndup(name, n - end);
        has = text_has_word(manual, start) && text_has_word(manual, ends[i]);
        free(start);
    }
    return has;
}

/* All names in the catalog; algorithms without the name of the operation, and
 * loads without `beside/`. */
UNIT_TEST(test_manual_names)
{
    char *manual = page_read("mpiperf.1");
    struct registry r = registry_own();
    struct catalog c;

    catalog_build(&c, &r);
    registry_close(&r);
    for (size_t i = 0; i < c.n; i++) {
        const struct catalog_entry *e = &c.v[i];
        const char *colon = strchr(e->name, ':');
        const char *name = colon != NULL ? colon + 1 : e->name;
        const char *load = strstr(name, "beside/");

        name = load != NULL ? load + strlen("beside/") : name;
        if (strcmp(e->kind, "parameter") == 0)
            manual_has_parameter(manual, e);
        else if (strcmp(e->kind, "operation") == 0
                     ? !manual_has_operation(manual, name)
                     : !text_has_word(manual, name))
            fail_msg("the manual page lacks %s '%s'", e->kind, name);
    }
    catalog_free(&c);
    free(manual);
}

/* Checks that the page lists the fields of these records after the text `from`,
 * by the last part of their paths. */
static void page_has_fields(const char *page, const char *from, unsigned of)
{
    char *manual = page_read(page);
    const char *section = strstr(manual, from);

    assert_non_null(section);
    for (const struct field *f = fields; f->name != NULL; f++) {
        const char *path = f->path != NULL ? f->path : f->name;
        const char *dot = strchr(path, '.'), *name = dot ? dot + 1 : path;

        if ((f->of & of) == 0 || (of == OF_MERGED && (f->of & OF_KEY) != 0))
            continue;
        if (!text_has_word(section, name))
            fail_msg("%s lacks the field '%s'", page, name);
    }
    free(manual);
}

UNIT_TEST(test_manual_fields)
{
    page_has_fields("mpiperf.1", "The fields of a case:", OF_CASE | OF_PASS);
    page_has_fields("mpiperf-repeat.1", "\n.SH FILES\n", OF_MERGED);
    page_has_fields("mpiperf-repeat.1", "\n.SH FILES\n", OF_LOST);
    page_has_fields("mpiperf-repeat.1", "\n.SH FILES\n", OF_TABLE);
    page_has_fields("mpiperf-profile.1", "\n.SH FILES\n",
                    OF_PROGRAM | OF_CALLS | OF_OTHER);
}

UNIT_TEST(test_manual_marks)
{
    char *manual = page_read("mpiperf.1");
    char *paragraph = manual_paragraph(manual, ".B marks");
    json_t *schema = schema_read(), *mark;
    size_t i;

    assert_non_null(paragraph);
    json_array_foreach(schema_marks(schema), i, mark)
    {
        if (!text_has_word(paragraph, json_string_value(mark)))
            fail_msg("the manual page lacks the mark '%s'",
                     json_string_value(mark));
    }
    json_decref(schema);
    free(paragraph);
    free(manual);
}

/* Titles of columns of --format=full. */
UNIT_TEST(test_manual_columns)
{
    char *manual = page_read("mpiperf.1");
    char *section = strstr(manual, "\n.SH OUTPUT\n");

    assert_non_null(section);
    *strstr(section, "\n.SS Records\n") = '\0';
    for (const struct field *f = fields; f->name != NULL; f++)
        if ((f->of & OF_CASE) != 0 && f->title.text != NULL &&
            f->type != TYPE_EACH && !text_has_word(section, f->title.text))
            fail_msg("the manual page lacks the column '%s'", f->title.text);
    free(manual);
}

/* If an operation is named after an MPI function, its table has the function as
 * title, and its help begins with it (MPIX_ if the library has that name). */
UNIT_TEST(test_heads)
{
    struct registry r;

    adapters_open(&r);
    for (size_t i = 0; i < r.nops; i++) {
        const char *name = r.ops[i]->name, *help = r.ops[i]->help;
        const char *from = strncmp(help, "MPIX_", 5) == 0 ? help + 5 : help + 4;
        size_t n = strcspn(from, " :,");
        char *head = op_text(name), *want = xstrdup(name);

        if (strncmp(help, "MPI", 3) == 0 && strlen(name) == n &&
            strncasecmp(from, name, n) == 0) {
            free(want);
            want = xasprintf("MPI_%.*s", (int)n, from);
        }
        assert_string_equal(head, want);
        free(head);
        free(want);
    }
    registry_close(&r);
}
