/* ci.c: prints the verdict of the gate for continuous integration systems. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "verdict/gate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "lib/markdown.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* Prints text escaped for XML. SHOWN_LINE() replaces characters invalid in XML:
 * control characters and bytes that are not UTF-8. */
static void put_xml(FILE *f, const char *text)
{
    static const char special[] = "&<>\"";
    static const char *const entity[] = {"amp", "lt", "gt", "quot"};

    for (text = SHOWN_LINE(text); *text != '\0'; text++) {
        const char *at = strchr(special, *text);

        if (at != NULL)
            fprintf(f, "&%s;", entity[at - special]);
        else
            putc(*text, f);
    }
}

/* Prints text as the message of a workflow command. */
static void put_message(FILE *f, const char *text)
{
    for (text = SHOWN_LINE(text); *text != '\0'; text++)
        fputs(*text == '%' ? "%25" : (char[]){*text, '\0'}, f);
}

static void put_case(FILE *f, const char *name, enum verdict verdict,
                     const char *text)
{
    static const char *const element[] = {[GATE_FAIL] = "failure",
                                          [GATE_CANNOT_TELL] = "skipped",
                                          [GATE_ERROR] = "error",
                                          [GATE_SUSPECT] = "skipped"};

    fputs("  <testcase classname=\"mpiperf\" name=\"", f);
    put_xml(f, name);
    if (verdict == GATE_PASS) {
        fputs("\"/>\n", f);
        return;
    }
    fprintf(f, "\"><%s message=\"", element[verdict]);
    put_xml(f, text);
    fputs("\"/></testcase>\n", f);
}

/* The overall verdict is a test case of its own, since its reason (such as
 * failed runs) may concern no row. */
char *ci_junit(const struct gate *g)
{
    size_t length, n[GATE_SUSPECT + 1] = {0};
    char *text;
    FILE *f = text_open(&text, &length);

    n[g->verdict]++;
    for (size_t i = 0; i < g->n; i++)
        n[g->v[i].verdict]++;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", f);
    fprintf(f,
            "<testsuite name=\"mpiperf\" tests=\"%zu\" failures=\"%zu\" "
            "errors=\"%zu\" skipped=\"%zu\">\n",
            g->n + 1, n[GATE_FAIL], n[GATE_ERROR],
            n[GATE_CANNOT_TELL] + n[GATE_SUSPECT]);
    put_case(f, "gate", g->verdict, g->text);
    for (size_t i = 0; i < g->n; i++) {
        char *row = judged_text(g, &g->v[i], 3);

        put_case(f, g->v[i].name, g->v[i].verdict, row);
        free(row);
    }
    fputs("</testsuite>\n", f);
    text_close(f);
    return text;
}

int ci_github(const struct gate *g, const char *markdown, char **cause)
{
    const char *file = getenv("GITHUB_STEP_SUMMARY");
    char *line = gate_line(g);
    int rc = 0;
    FILE *f;

    printf("::%s title=mpiperf::", g->verdict == GATE_PASS          ? "notice"
                                   : g->verdict == GATE_CANNOT_TELL ? "warning"
                                                                    : "error");
    put_message(stdout, line);
    putchar('\n');
    line = markdown_text(line);
    if (file != NULL && *file != '\0') {
        f = fopen(file, "a");
        if (f != NULL)
            fprintf(f, "**%s**\n\n%s\n", line,
                    markdown != NULL ? markdown : "");
        rc = f == NULL || fclose(f) != 0 ? -1 : 0;
    }
    if (rc != 0)
        *cause =
            xasprintf("cannot write %s: %s", SHOWN_FILE(file), strerror(errno));
    free(line);
    return rc;
}
