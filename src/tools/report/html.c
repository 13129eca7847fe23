/* html.c: writes HTML: escaped text, base64, and a page with slots. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "tools/report/report.h"

/* Writes a word without control characters, undoing quote()'s backslashes. */
static void put_word(FILE *f, const char *s)
{
    static const char special[] = "&<>\"'";
    static const char *const entity[] = {"amp", "lt", "gt", "quot", "#39"};

    for (; *s != '\0'; s++) {
        const char *at = strchr(special, *s);

        if (at != NULL)
            fprintf(f, "&%s;", entity[at - special]);
        else
            putc(*s, f);
        s += strncmp(s, "\\\\", 2) == 0;
    }
}

/* Writes word by word: quote() cuts long texts and escapes newlines. */
static void put_text(FILE *f, const char *text)
{
    while (*text != '\0') {
        size_t n = strcspn(text, " \n"), blanks = strspn(text + n, " \n");
        char *word = xasprintf("%.*s", (int)n, text);

        put_word(f, SHOWN_LINE(word));
        fwrite(text + n, 1, blanks, f);
        free(word);
        text += n + blanks;
    }
}

void html_put(FILE *f, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    for (char *text; *format != '\0'; format++) {
        switch (*format == '%' ? *++format : '%') {
        case 's':
            put_text(f, va_arg(ap, const char *));
            break;
        case 'm':
            text = va_arg(ap, char *);
            put_text(f, text != NULL ? text : "");
            free(text);
            break;
        case 'r':
            fputs(va_arg(ap, const char *), f);
            break;
        case 'z':
            fprintf(f, "%zu", va_arg(ap, size_t));
            break;
        default:
            putc(*format, f);
        }
    }
    va_end(ap);
}

void html_url(FILE *f, const char *name)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "abcdefghijklmnopqrstuvwxyz0123456789-._~";

    for (; *name != '\0'; name++)
        if (strchr(plain, *name) != NULL)
            putc(*name, f);
        else
            fprintf(f, "%%%02X", (unsigned char)*name);
}

void html_base64(FILE *f, FILE *from)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "abcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char b[3];
    size_t n;

    while ((n = fread(b, 1, sizeof(b), from)) > 0) {
        unsigned bits;

        memset(b + n, 0, sizeof(b) - n);
        bits = (unsigned)(b[0] << 16 | b[1] << 8 | b[2]);
        for (size_t k = 0; k < 4; k++)
            putc(k <= n ? digit[bits >> (18 - 6 * k) & 63] : '=', f);
    }
}

void html_fill(FILE *f, const char *html, const struct html_slot *slots,
               const struct page *p)
{
    for (const char *at; (at = strstr(html, "{{")) != NULL;) {
        size_t n = strcspn(at + 2, "}"), i = 0;

        while (slots[i].name != NULL && (strlen(slots[i].name) != n ||
                                         memcmp(slots[i].name, at + 2, n) != 0))
            i++;
        fwrite(html, 1, (size_t)(at - html), f);
        if (slots[i].name != NULL)
            slots[i].put(f, p);
        html = at + 2 + n + 2;
    }
    fputs(html, f);
}

enum { PAGE_MOST = 2000000 }; /* maximum bytes of a page with embedded files */

bool page_fits(FILE *f, long bytes)
{
    return ftell(f) + bytes / 3 * 4 + (long)strlen(report_html) <= PAGE_MOST;
}
