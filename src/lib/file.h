/* file.h: checks for regular files; prepares a program to write files. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_FILE_H
#define LIB_FILE_H

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

/* True if the path exists but is not a regular file. It may be a folder, a
 * device, or a pipe, which can block forever. */
static inline bool file_irregular(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

/* Call this at the start of main(). Writes beyond the file size limit then fail
 * with EFBIG instead of killing the process by SIGXFSZ. Opens closed standard
 * streams: otherwise a file would get their descriptor, and messages. */
static inline void files_prepare(void)
{
    signal(SIGXFSZ, SIG_IGN);
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        int how = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;
        int got = fcntl(fd, F_GETFD) < 0 ? open("/dev/null", how) : fd;

        if (got != fd)
            return;
    }
}

#endif /* LIB_FILE_H */
