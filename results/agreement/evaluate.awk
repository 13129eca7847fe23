# evaluate.awk: does what one table says hold in the next? With ../lib.awk, on the
# lines of evaluate.jq: blocks of README.md. `tables`: how many there shall be.
# SPDX-License-Identifier: BSD-3-Clause
BEGIN { FS = "\t" }

function once(key, list,    n) {
    if (!((list, key) in seen)) {
        seen[list, key]
        n = ++length_of[list]
        item[list, n] = key
    }
}

# Of a machine whose cores are now near and now far: in each by itself.
function cell() {
    return $2 "\t" $3 "\t" $4 "\t" $5 ($11 == "-" ? "" : "\t" $11)
}

$1 == "loaded" && $7 != "-" {
    c = cell()
    tables_loaded[c]++
    log_loaded[c] += log($7)
}

$1 == "ratio" {
    c = cell()
    once(c, "cells")
    verdicts[c, $10]++
    rows[c]++
    if ($7 == "-")
        next
    i = ++ratios_of[c]
    ratio[c, i] = $7
    lo[c, i] = $8
    hi[c, i] = $9
    sitting[c, i] = $6 <= tables / 2 ? 1 : 2
    once($2, "mpis")
}

$1 == "ours" && $3 == "bcast" && $4 == "native" {
    time("relative", $2, $5, $6, $8, $9)
    time("raw", $2, $5, $6, $7, $9)
}
$1 == "mixed" && $3 == "bcast" && $4 == "native" {
    time("mixed", $2, $5, $6, $7, "-")
}

$1 == "theirs" {
    time($3 ", " ($4 == "long" ? "one long run" : "several runs"), $2, $5, $6,
        $7, "-")
    k = $2 SUBSEP $3 SUBSEP $4
    runs[k] += $8
    least[k] = !(k in times_of) || $9 < least[k] ? $9 : least[k]
    most[k] = !(k in times_of) || $9 > most[k] ? $9 : most[k]
    times_of[k]++
}

$1 == "variance" {
    c = $2 "\t" $3 "\t" $4 "\t" $5
    once(c, "varying")
    for (l = 7; l <= 10; l++)
        if ($l != "-") {
            level[c, l] += $l ^ 2
            leveled[c, l]++
        }
    advice[c, $11]++
}

# `state`: which of several the machine was in, "-" where that is not known.
function time(tool, mpi, bytes, table, seconds, state) {
    if (seconds == "-")
        return
    once(tool, "tools")
    once(state, "states")
    once(mpi, "mpis")
    once(bytes, "sizes")
    once(table, "indices")
    logs[tool, mpi, bytes, table, state] = log(seconds)
}

function case_name(c,    f) {
    split(c, f, "\t")
    return sprintf("| %s | %s %s%s%s ", f[1], f[2], f[3],
        f[4] > 0 ? ", " bytes_name(f[4]) : "", f[5] != "" ? ", " f[5] : "")
}

# ---- ratios ------------------------------------------------------------------

# Of the tables of a cell that have an interval: pairs, pairs apart, and how many
# hold the geometric mean of the others. Once all steps are done, a table that is
# not there lacks an interval; one in which cores were never so far apart does not.
function look_at(c,    i, j, n, others, f, is_apart, of) {
    split(c, f, "\t")
    pairs = apart = intervals = compared = holding = 0
    n = ratios_of[c]
    for (i = 1; i <= n; i++) {
        if (lo[c, i] == "-")
            continue
        half[++intervals] = sqrt(hi[c, i] / lo[c, i]) - 1
        others = 0
        for (j = 1; j <= n; j++) {
            if (j != i)
                others += log(ratio[c, j]) / (n - 1)
            if (j <= i || lo[c, j] == "-")
                continue
            is_apart = hi[c, i] < lo[c, j] || hi[c, j] < lo[c, i]
            pairs++
            apart += is_apart
            of = f[1] SUBSEP (sitting[c, i] == sitting[c, j])
            sitting_pairs[of]++
            sitting_apart[of] += is_apart
        }
        if (n > 1) {
            compared++
            holding += lo[c, i] <= exp(others) && exp(others) <= hi[c, i]
        }
    }
    sorted(half, intervals)
    expected = f[5] != "" || steps_left > 0 || rows[c] > tables ? rows[c] : tables
    lacking = expected - intervals
}

function ratios(    k, c, f, wide, sum, i) {
    print "@ratios"
    print "| MPI | case | tables | ratio | half width: median, largest |" \
        " pairs apart | hold the others' mean |" \
        " faster, same, cannot tell, slower |"
    print "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for (k = 1; k <= length_of["cells"]; k++) {
        c = item["cells", k]
        split(c, f, "\t")
        look_at(c)
        sum = 0
        for (i = 1; i <= ratios_of[c]; i++)
            sum += log(ratio[c, i]) / ratios_of[c]
        wide = intervals > 0 ? half[intervals] : 0
        printf "%s| %d | %s | %s | %d of %d | %d of %d |" \
            " %d, %d, %d, %d |\n", case_name(c), rows[c],
            (ratios_of[c] > 0 ? sprintf("%.3f", exp(sum)) : "-"),
            (intervals > 0 ? sprintf("%.1f, %.1f %%",
                100 * quantile(half, intervals, 0.5), 100 * wide) : "-"),
            apart, pairs, holding, compared,
            verdicts[c, "faster"], verdicts[c, "same"],
            verdicts[c, "cannot tell"], verdicts[c, "slower"]
        too_wide += lacking > 0 || wide > (f[4] == 8 ? 0.05 : 0.03)
        if (apart * 45 > 6 * pairs)
            torn++
        both += verdicts[c, "faster"] > 0 && verdicts[c, "slower"] > 0
        none += lacking
        for (i = f[3] == "bcast" || f[2] == "bcast" ? 1 : 2; i <= 2; i++) {
            all_pairs[i] += pairs
            all_apart[i] += apart
            all_intervals[i] += compared
            all_holding[i] += holding
            all_expected[i] += compared + lacking
            all_lacking[i] += expected * (expected - 1) / 2 - pairs
        }
    }
}

function ratio_targets(    i, of) {
    print "@ratio-targets"
    for (i = 1; i <= 2; i++) {
        of = i == 1 ? "broadcasts" : "all operations"
        target(sprintf("intervals apart, %s: %d of %d pairs, %s%s", of,
            all_apart[i], all_pairs[i], share(all_apart[i], all_pairs[i]),
            all_lacking[i] > 0 ? "; pairs that lack an interval: " \
                all_lacking[i] : ""), all_pairs[i], all_apart[i] + all_lacking[i] <= 0.0222 * \
            (all_pairs[i] + all_lacking[i]), "at most 2.2 %, 8 of 360")
        target(sprintf("intervals that hold the mean of the other tables, %s:" \
            " %d of %d, %s", of, all_holding[i], all_intervals[i],
            share(all_holding[i], all_intervals[i])), all_intervals[i],
            all_holding[i] >= 0.9 * all_expected[i], "at least 90 %")
    }
    target(sprintf("cells with more than 6 of 45 pairs apart: %d of %d", torn,
        length_of["cells"]), all_pairs[2], torn == 0, "none")
    target(sprintf("cells in which a table has a larger half width or none:" \
        " %d of %d", too_wide, length_of["cells"]), length_of["cells"],
        too_wide == 0, "half widths of 3 %, 5 % at 8 B")
    target(sprintf("cells faster in one table and slower in another: %d", both),
        all_pairs[2], both == 0, "none")
    if (none > 0)
        printf "- intervals that are lacking: %d\n", none
    for (i = 1; i <= length_of["mpis"]; i++) {
        of = item["mpis", i]
        printf "- intervals apart, %s: of tables of one sitting %d of %d pairs, of both %d" \
            " of %d\n", of, sitting_apart[of, 1], sitting_pairs[of, 1],
            sitting_apart[of, 0], sitting_pairs[of, 0]
    }
}

function loaded(    k, c, i, sum) {
    print "@loaded"
    print "| MPI | case | quiet: tables, ratio | beside other work: tables, ratio |"
    print "| --- | --- | --- | --- |"
    for (k = 1; k <= length_of["cells"]; k++) {
        c = item["cells", k]
        if (!(c in tables_loaded) || ratios_of[c] == 0)
            continue
        sum = 0
        for (i = 1; i <= ratios_of[c]; i++)
            sum += log(ratio[c, i])
        printf "%s| %d, %.3f | %d, %.3f |\n", case_name(c), ratios_of[c],
            exp(sum / ratios_of[c]), tables_loaded[c],
            exp(log_loaded[c] / tables_loaded[c])
    }
}

# ---- times -------------------------------------------------------------------

function has(tool, mpi, bytes, table,    d) {
    for (d = 1; d <= length_of["states"]; d++)
        if ((tool, mpi, bytes, table, item["states", d]) in logs)
            return 1
    return 0
}

# Variance of the logarithms of a size over the tables picked, in each state about a mean
# of its own; of tables alone that another tool has, too, if one is named. -1: unknown.
function variance(tool, mpi, bytes, npick, pick, other,    i, k, n, s, d, q, free, out) {
    q = free = 0
    for (i = 1; i <= npick; i++)
        out[i] = other != "" && !has(other, mpi, bytes, pick[i])
    for (d = 1; d <= length_of["states"]; d++) {
        n = s = 0
        for (i = 1; i <= npick; i++) {
            if (out[i])
                continue
            k = tool SUBSEP mpi SUBSEP bytes SUBSEP pick[i] SUBSEP item["states", d]
            n += k in logs
            s += k in logs ? logs[k] : 0
        }
        for (i = 1; i <= npick; i++) {
            if (out[i])
                continue
            k = tool SUBSEP mpi SUBSEP bytes SUBSEP pick[i] SUBSEP item["states", d]
            q += k in logs ? (logs[k] - s / n) ^ 2 : 0
        }
        free += n > 1 ? n - 1 : 0
    }
    return free > 0 ? q / free : -1
}

# Pooled over the sizes of one MPI, or of all with mpi = "both": variance.
function pooled(tool, mpi, npick, pick, other,    k, b, v, s, n) {
    n = s = 0
    for (k = 1; k <= length_of["mpis"]; k++)
        for (b = 1; b <= length_of["sizes"]; b++) {
            if (mpi != "both" && mpi != item["mpis", k])
                continue
            v = variance(tool, item["mpis", k], item["sizes", b], npick, pick, other)
            if (v >= 0) {
                s += v
                n++
            }
        }
    return n > 0 ? s / n : -1
}

# "0.42 [0.30, 0.61]": standard deviation of `own` to that of a tool, of the tables that
# have both; tables drawn with replacement. Sets got and got_most.
function against(own, tool, mpi,    b, i, n, all, drawn, x, draws, ours, theirs) {
    n = length_of["indices"]
    for (i = 1; i <= n; i++)
        all[i] = item["indices", i]
    theirs = pooled(tool, mpi, n, all, own)
    ours = pooled(own, mpi, n, all)
    got = got_most = -1
    if (theirs <= 0 || ours < 0)
        return "-"
    got = sqrt(ours / theirs)
    draws = 0
    for (b = 1; b <= 2000; b++) {
        for (i = 1; i <= n; i++)
            drawn[i] = all[1 + int(n * random())]
        theirs = pooled(tool, mpi, n, drawn, own)
        ours = pooled(own, mpi, n, drawn)
        if (theirs > 0 && ours >= 0)
            x[++draws] = sqrt(ours / theirs)
    }
    sorted(x, draws)
    got_most = quantile(x, draws, 0.975)
    return sprintf("%.2f [%.2f, %.2f]", got, quantile(x, draws, 0.025), got_most)
}

function tool_name(tool) {
    return tool == "relative" ? "ours, to the reference" \
        : tool == "raw" ? "ours, as it is" \
        : tool == "mixed" ? "ours, all states mixed" : tool
}

# Met if the whole interval is; open if the figure alone is.
function goal_of_times(own, tool, line,    limit) {
    limit = tool ~ /long/ ? 0.5 : 1
    goals[++ngoals] = sprintf("standard deviation of `%s` over that of `%s`: %s",
        tool_name(own), tool, line)
    goal_met[ngoals] = limit < 1 ? got < limit : got <= limit
    goal_open[ngoals] = goal_met[ngoals] && \
        !(limit < 1 ? got_most < limit : got_most <= limit)
    goal_is[ngoals] = limit < 1 ? "below 0.5" : "at most 1"
}

function times(    m, t, b, mpi, tool, v, n, all, i, line, own, owns) {
    print "@times"
    printf "| MPI | tool |"
    for (b = 1; b <= length_of["sizes"]; b++)
        printf " %s |", bytes_name(item["sizes", b])
    print " all sizes | to the reference / theirs | as it is / theirs | mixed / theirs |"
    printf "| --- | --- | --- | --- | --- | --- |"
    split("relative raw mixed", owns, " ")
    for (b = 1; b <= length_of["sizes"]; b++)
        printf " --- |"
    print ""
    n = length_of["indices"]
    for (i = 1; i <= n; i++)
        all[i] = item["indices", i]
    for (m = 1; m <= length_of["mpis"] + 1; m++) {
        mpi = m <= length_of["mpis"] ? item["mpis", m] : "both"
        for (t = 1; t <= length_of["tools"]; t++) {
            tool = item["tools", t]
            printf "| %s | %s |", mpi, tool_name(tool)
            for (b = 1; b <= length_of["sizes"]; b++) {
                v = mpi == "both" ? -1 \
                    : variance(tool, mpi, item["sizes", b], n, all)
                printf v < 0 ? " |" : " %.1f %% |", 100 * sqrt(v < 0 ? 0 : v)
            }
            v = pooled(tool, mpi, n, all)
            printf v < 0 ? " |" : " %.1f %% |", 100 * sqrt(v < 0 ? 0 : v)
            if (tool !~ /, /) {
                print " | | |"
                continue
            }
            for (own = 1; own <= 3; own++) {
                line = against(owns[own], tool, mpi)
                if (mpi == "both" && got >= 0)
                    goal_of_times(owns[own], tool, line)
                printf " %s |", line
            }
            print ""
        }
    }
    print "@time-targets"
    for (i = 1; i <= ngoals; i++)
        target(goals[i], 1, goal_met[i], goal_is[i], goal_open[i])
    for (m = 1; m <= length_of["mpis"]; m++)
        for (t = 1; t <= 4; t++) {
            tool = t <= 2 ? "IMB" : "OSU"
            v = t % 2 ? "long" : "several"
            i = item["mpis", m]
            if ((i, tool, v) in runs)
                printf "- %s, %s, %s: %.1f runs and %.0f to %.0f s a table\n", i,
                    tool, v, runs[i, tool, v] / times_of[i, tool, v],
                    least[i, tool, v], most[i, tool, v]
        }
}

# ---- levels ------------------------------------------------------------------

function levels(    k, c, l, a, f, most, says) {
    print "@levels"
    if (length_of["varying"] == 0)
        return
    print "| MPI | case | sittings | runs | passes | rounds | advice |"
    print "| --- | --- | --- | --- | --- | --- | --- |"
    for (k = 1; k <= length_of["varying"]; k++) {
        c = item["varying", k]
        printf "%s", case_name(c)
        for (l = 7; l <= 10; l++)
            printf leveled[c, l] ? "| %.1f %% " : "| ", leveled[c, l] \
                ? 100 * sqrt(level[c, l] / leveled[c, l]) : 0
        most = 0
        says = ""
        for (a in advice) {
            split(a, f, SUBSEP)
            if (f[1] == c && advice[a] > most) {
                most = advice[a]
                says = f[2]
            }
        }
        print "| " says " |"
    }
}

END {
    ratios()
    ratio_targets()
    loaded()
    times()
    levels()
}
