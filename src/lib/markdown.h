/* markdown.h: text in Markdown. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_MARKDOWN_H
#define LIB_MARKDOWN_H

/* Returns the text escaped for Markdown, malloced, so that no character has a
 * special meaning and nothing is HTML; frees `text`. */
char *markdown_text(char *text);

#endif /* LIB_MARKDOWN_H */
