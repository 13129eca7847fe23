# evaluate.awk: what tables say of each state of a machine whose states are known.
# With ../lib.awk, on the lines of evaluate.jq: blocks of README.md.
# SPDX-License-Identifier: BSD-3-Clause
BEGIN {
    FS = "\t"
    npairs = split("small medium large", pairs, " ")
    ndwells = split("0.05 0.3 3 3:15", dwells, " ")
}

# "3 s", or of stays in tables of so many seconds "3 s, 15 s a table".
function stay_of(dwell) {
    sub(/:/, " s, ", dwell)
    return dwell (dwell ~ /,/ ? " s a table" : " s")
}

$1 == "states" && $5 == "a" {
    c = $2 " " $3
    n_tables[c]++
    found[c, $6 > 2 ? 3 : $6]++
}

# A table with gauges and without.
$1 == "cost" {
    if (!(($2, $3) in cost_tables))
        rows_of_cost[++n_cost_rows] = $2 SUBSEP $3
    i = ++cost_tables[$2, $3]
    cost_log["time", $2, $3, i] = log($5)
    cost_log["rate", $2, $3, i] = log($6)
    if ($4 > cost_share[$2, $3])
        cost_share[$2, $3] = $4
}

# Of n ratios: cost_at, the geometric mean, and its 95 % interval from cost_lo to
# cost_hi, for 6 or more of them; "0.998 [0.991, 1.005]".
function cost_mean(what, row, n,    i, sum, sum2, half) {
    for (i = 1; i <= n; i++)
        sum += cost_log[what, row, i]
    cost_at = sum / n
    for (i = 1; i <= n; i++)
        sum2 += (cost_log[what, row, i] - cost_at) ^ 2
    half = n < 6 ? 1e9 : student(n - 1) * sqrt(sum2 / (n - 1) / n)
    cost_lo = n < 6 ? 0 : exp(cost_at - half)
    cost_hi = n < 6 ? 1e9 : exp(cost_at + half)
    cost_at = exp(cost_at)
    return n < 6 ? sprintf("%.3f", cost_at) : \
        sprintf("%.3f [%.3f, %.3f]", cost_at, cost_lo, cost_hi)
}

# Two-sided 95 % quantile of Student's distribution (Cornish and Fisher's expansion):
# 0.1 % too small at 5 degrees of freedom, less above.
function student(df,    z) {
    z = 1.959964
    return z + (z ^ 3 + z) / (4 * df) + \
        (5 * z ^ 5 + 16 * z ^ 3 + 3 * z) / (96 * df ^ 2) + \
        (3 * z ^ 7 + 19 * z ^ 5 + 17 * z ^ 3 - 15 * z) / (384 * df ^ 3)
}

# A value with its interval and the truth: of the state $6.
$1 == "time" || $1 == "ratio" {
    add($1, $2 " " $3)
    if ($1 == "ratio" && $8 != "-") {
        i = ++intervals_of[$2 " " $3, $6]
        lo[$2 " " $3, $6, i] = $8
        hi[$2 " " $3, $6, i] = $9
    }
}

function add(what, c,    i) {
    i = ++n[what, c]
    if ($7 == "-") {
        error[what, c, i] = 1
        lacking[what, c]++
        return
    }
    error[what, c, i] = $7 > $10 ? $7 / $10 - 1 : $10 / $7 - 1
    if ($8 == "-") {
        lacking[what, c]++
        return
    }
    i = ++with[what, c]
    half[what, c, i] = sqrt($9 / $8) - 1
    holding[what, c] += $8 <= $10 && $10 <= $9
}

# Pairs of tables whose intervals of the ratio do not touch, of both states.
function look_at(c,    k, i, j, m) {
    compared = apart = 0
    for (k = 0; k < 2; k++) {
        m = intervals_of[c, k]
        for (i = 1; i <= m; i++)
            for (j = i + 1; j <= m; j++) {
                compared++
                apart += hi[c, k, i] < lo[c, k, j] || hi[c, k, j] < lo[c, k, i]
            }
    }
}

# "0.12, 0.80 %": the middle and the largest of n values.
function middle_and_most(values, what, c, n,    i, x) {
    if (n == 0)
        return "-"
    for (i = 1; i <= n; i++)
        x[i] = values[what, c, i]
    sorted(x, n)
    return sprintf("%.2f, %.2f %%", 100 * quantile(x, n, 0.5), 100 * x[n])
}

function within(what, c,    i, k) {
    for (i = k = 0; i <= n[what, c]; i++)
        k += i > 0 && error[what, c, i] <= 0.01
    return k
}

function line_of(what, c, name,    k) {
    k = within(what, c)
    all[what] += n[what, c]
    all_within[what] += k
    all_with[what] += with[what, c]
    all_holding[what] += holding[what, c]
    return sprintf("| %s | %s | %d of %d | %s | %d | %d of %d |", name,
        middle_and_most(error, what, c, n[what, c]), k, n[what, c],
        middle_and_most(half, what, c, with[what, c]), lacking[what, c],
        holding[what, c], with[what, c])
}

END {
    print "@found"
    print "| times | stay | tables | one state | two | more |" \
        " pairs of tables apart |"
    print "| --- | --- | --- | --- | --- | --- | --- |"
    for (p = 1; p <= npairs; p++)
        for (d = 1; d <= ndwells; d++) {
            c = pairs[p] " " dwells[d]
            look_at(c)
            all_compared += compared
            all_apart += apart
            printf "| %s | %s | %d | %d | %d | %d | %d of %d |\n", pairs[p],
                stay_of(dwells[d]), n_tables[c], found[c, 1], found[c, 2],
                found[c, 3], apart, compared
        }
    print "@truth"
    print "| times | stay | | error: median, largest | within 1 % |" \
        " half width: median, largest | without interval | hold the truth |"
    print "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for (p = 1; p <= npairs; p++)
        for (d = 1; d <= ndwells; d++) {
            c = pairs[p] " " dwells[d]
            printf "| %s | %s %s\n", pairs[p], stay_of(dwells[d]),
                line_of("time", c, "time")
            printf "| %s | %s %s\n", pairs[p], stay_of(dwells[d]),
                line_of("ratio", c, "ratio")
        }
    print "@cost"
    print "| MPI | size | tables | largest share of the time |" \
        " launches a second, with / without | time, with / without |"
    print "| --- | --- | --- | --- | --- | --- |"
    for (i = 1; i <= n_cost_rows; i++) {
        row = rows_of_cost[i]
        split(row, key, SUBSEP)
        printf "| %s | %s | %d | %s | %s", key[1], bytes_name(key[2]),
            cost_tables[row], share(cost_share[row], 1),
            cost_mean("rate", row, cost_tables[row])
        if (1 - cost_at > most_lost)
            most_lost = 1 - cost_at
        printf " | %s |\n", cost_mean("time", row, cost_tables[row])
        if (cost_share[row] > most_share)
            most_share = cost_share[row]
        same_costs += cost_lo >= 0.97 && cost_hi <= 1.03
        changed_costs += cost_lo > 1 || cost_hi < 1
    }
    print "@targets"
    for (i = 1; i <= 2; i++) {
        what = i == 1 ? "time" : "ratio"
        target(sprintf("%ss of a state within 1 %% of the truth: %d of %d", what,
            all_within[what], all[what]), all[what],
            all_within[what] == all[what], "all")
        target(sprintf("intervals of %ss of a state that hold the truth: %d of" \
            " %d, %s", what, all_holding[what], all_with[what],
            share(all_holding[what], all_with[what])), all_with[what],
            all_holding[what] >= 0.92 * all_with[what], "at least 92 %")
    }
    target(sprintf("pairs of tables whose intervals of a state's ratio are" \
        " apart: %d of %d, %s", all_apart, all_compared,
        share(all_apart, all_compared)), all_compared,
        all_apart <= 0.022 * all_compared, "at most 2.2 %")
    target(sprintf("gauges take %s of the sweep's time at most (in a given time: %s" \
        " of the launches)", share(most_share, 1), share(most_lost, 1)),
        n_cost_rows, most_share < 0.05, "less than 5 %")
    target(sprintf("time with gauges / without, its interval within 1 +- 3 %%: %d" \
        " of %d; %d of them do not hold 1", same_costs, n_cost_rows,
        changed_costs), n_cost_rows, same_costs == n_cost_rows, "all")
}
