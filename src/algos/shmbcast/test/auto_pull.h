/* auto_pull.h: chunks that both sides copy, as a machine. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_PULL_MACHINE_H
#define SHMBCAST_AUTO_PULL_MACHINE_H

#include "auto_model.h"

enum { AP_CHUNKS = 2, AP_CALLS = 2 };

enum role {
    ROOT,
    READER,
    ALONE, /* its buffer has gaps: no help for it */
    ROLES
};

enum step {
    RETURN,
    TOLD,       /* wait for the slot of the one to read from */
    TELL,       /* store the own slot's word, if others read it */
    ADDRESS,    /* write where the buffer is */
    RESET,      /* nobody has helped */
    OPEN,       /* store the operation and its chunks */
    LOOP,       /* a root: round all others, until they are through */
    AGAIN,      /* a reader: until there are no open chunks */
    LOOK,       /* is that rank through? */
    LOAD,       /* has it open chunks? */
    TAKE,       /* one of them, unless they have changed: then load again */
    ADDRESS_OF, /* read where its buffer is */
    COPY,       /* begin to copy a chunk */
    COPIED,     /* end */
    FAIL,       /* a root that cannot write: store failed */
    HELP,       /* count it */
    HELPED,     /* wait until all that others took is counted */
    FAILED,     /* did the root fail? */
    START,      /* if so, or nobody is to help: begin to copy all */
    FINISH,     /* end */
    DONE,       /* store done; the buffer is the program's again */
    /* in variants only */
    LOOK_OPEN,  /* that rank is through if there are no open chunks */
    LOAD_ANY,   /* chunks of whatever operation */
    TAKE_BLIND, /* do not see that chunks have changed */
};

struct ap_shape {
    int chunks;
    int alone;  /* a rank whose buffer has gaps, or -1 */
    bool fails; /* roots cannot write */
};

extern const char ap_lost[], ap_twice[], ap_given[], ap_back[], ap_address[];

extern const struct am_machine ap_chunks;

#endif /* SHMBCAST_AUTO_PULL_MACHINE_H */
