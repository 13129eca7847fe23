# ratio.jq: how a row of a table compares, for evaluations that speak of times. A record
# has `speedup`, the baseline's time to its own; in those of before it was the other way.
# SPDX-License-Identifier: BSD-3-Clause

# {ratio, lo, hi}: its time to the baseline's; null where it is not known.
def compared: .vs | if .speedup? then
        {ratio: (1 / .speedup), lo: (.range // [] | .[1] | if . then 1 / . else null end),
            hi: (.range // [] | .[0] | if . then 1 / . else null end)}
    else {ratio, lo: (.ci // [] | .[0]), hi: (.ci // [] | .[1])} end;

# Its time's range.
def time_range: .range // .ci // [null, null];
