/* file.h: checks the kind of a file, and prepares a program for files. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_FILE_H
#define LIB_FILE_H

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

/* True if the path exists and is not a regular file: a pipe, which might block
 * forever, a device or a folder. */
static inline bool file_irregular(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

/* Call it at the start of main(). Makes writes beyond the file size limit fail
 * with EFBIG instead of ending the process by SIGXFSZ. Opens standard streams
 * that are closed, so that no file gets their numbers, and with it what is
 * printed: they go on to fail. */
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
