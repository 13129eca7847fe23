/* test_mock.c: the end of a mock-up whose memory was never there. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "adapters/mock/mock.h"
#include "lib/test/unit.h"

/* close() is called after a failed open(), too. */
UNIT_TEST(test_close_without_memory)
{
    for (const struct algo *const *a = mock_algos; *a != NULL; a++)
        (*a)->life.close(NULL, NULL);
}
