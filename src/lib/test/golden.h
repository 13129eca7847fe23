/* golden.h: expected text in files below src/, so that wording changes in one
 * place. With GOLDEN=accept the tests write what they have got into the files;
 * `git diff` shows what has changed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_TEST_GOLDEN_H
#define LIB_TEST_GOLDEN_H

/* Returns the path of a file in the source tree, malloced. */
char *golden_path(const char *file);

/* Compares the text with the file, and frees it. */
void assert_golden(char *text, const char *file);

/* Returns the answer to a question, malloced. May change the question. */
typedef char *golden_answer(char *question);

/*
 * Asks the questions of the file. A question is one or more "$ " lines, its
 * answer the lines up to the next one that starts with $ or #; those with # are
 * comments. In questions, \n, \xHH and \\ stand for what they are in C. An
 * answer that ends in "..." is the beginning of a longer one.
 */
void assert_answers(const char *file, golden_answer *answer);

#endif /* LIB_TEST_GOLDEN_H */
