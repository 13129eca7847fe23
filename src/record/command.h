/* command.h: command lines of mpiperf in records. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_COMMAND_H
#define RECORD_COMMAND_H

#include <stddef.h>

/*
 * Removes mpiperf's output options and their values from a command line: runs
 * that differ only in these then have the same command. Returns the number of
 * words left.
 */
size_t words_drop_outputs(const char **word, size_t n);

#endif /* RECORD_COMMAND_H */
