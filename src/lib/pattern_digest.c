/* pattern_digest.c: a number that tells a set of messages from another. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/digest.h"
#include "lib/pattern_file.h"

uint64_t pattern_digest(const struct pattern *p)
{
    uint64_t digest = digest_add(DIGEST_BEGIN, p->ranks);

    for (int i = 0; p->node != NULL && i < p->ranks; i++)
        digest = digest_add(digest, p->node[i]);
    for (size_t i = 0; i < p->n; i++) {
        const struct pattern_message *m = &p->messages[i];

        digest = digest_add(digest, m->src);
        digest = digest_add(digest, m->dst);
        digest = digest_add(digest, m->tag);
        digest = digest_add(digest, m->bytes);
        digest = digest_add(digest, m->count);
    }
    return digest != 0 ? digest : 1;
}
