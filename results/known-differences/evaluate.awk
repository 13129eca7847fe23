# evaluate.awk: are known differences found, and do intervals hold the truth?
# With ../lib.awk, on the lines of evaluate.jq: blocks of README.md. `tables`: how
# many there shall be.
# SPDX-License-Identifier: BSD-3-Clause
BEGIN { FS = "\t" }

$1 == "added" { added[$2, $3, $4] = $5 }

$1 == "row" {
    # Without a time of the base there is no ratio, and no truth is needed.
    if ($3 != "again" && !(($2, $3, $4) in added &&
        ($12 > 0 || $8 == "-")))
        broken($2 ": no delay known, " $3 ", " $4 " B")
    truth = 1 + ($3 == "again" || $8 == "-" ? 0 \
        : added[$2, $3, $4] / $12)
    c = $6 "\t" $5 "\t" $3 "\t" $4
    if (!(c in rows)) {
        cells++
        cell[cells] = c
    }
    rows[c]++
    verdicts[c, $11]++
    if ($8 != "-") {
        ratios[c]++
        log_truths[c] += log(truth)
        log_ratios[c] += log($8)
    }
    if ($9 != "-") {
        intervals[c]++
        covered = $9 <= truth && truth <= $10
        holding[c] += covered
        half[c] += log($10 / $9) / 2
    }
    if ($3 == "again") {
        if (!(($2) in equal_tables)) {
            equal_tables[$2] = 0
            equals++
        }
        if ($13 == "true")
            equal_tables[$2] = 1
    }
    # The delay is 5 % of what the broadcast took before the table. In another state of
    # the machine it is more or less.
    if ($3 ~ /^5/) {
        if (truth > 1.04 && truth < 1.06) {
            fives[c]++
            found[c] += $11 == "slower"
        } else
            other_truths++
        same += $11 == "same" && truth > 1.03
    }
}

function order(name) {
    return index("again 20ns 100ns 1us 5pc 1 % 5 % 10 %", name)
}

# By kind, difference, MPI and size.
function sort_cells(    i, j, k, x, key) {
    for (i = 1; i <= cells; i++) {
        split(cell[i], f, "\t")
        key[i] = sprintf("%s %02d %s %09d", f[1], order(f[3]), f[2], f[4])
    }
    for (i = 2; i <= cells; i++) {
        x = cell[i]
        k = key[i]
        for (j = i - 1; j > 0 && key[j] > k; j--) {
            cell[j + 1] = cell[j]
            key[j + 1] = key[j]
        }
        cell[j + 1] = x
        key[j + 1] = k
    }
}

function print_kind(kind,    i, c, n) {
    print "@" kind
    print "| difference | MPI | size | tables | truth | ratio | half width |" \
        " hold the truth | faster, same, cannot tell, slower |"
    print "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for (i = 1; i <= cells; i++) {
        c = cell[i]
        split(c, f, "\t")
        if (f[1] != kind)
            continue
        n = ratios[c]
        printf "| %s | %s | %s | %d | %s | %s | %d of %d |" \
            " %d, %d, %d, %d |\n", f[3], f[2], bytes_name(f[4]), rows[c],
            (n > 0 ? sprintf("%.4f | %.4f", exp(log_truths[c] / n),
                exp(log_ratios[c] / n)) : "- | -"), (intervals[c] > 0 \
                ? sprintf("%.1f %%", 100 * half[c] / intervals[c]) : "-"),
            holding[c], intervals[c], verdicts[c, "faster"],
            verdicts[c, "same"], verdicts[c, "cannot tell"],
            verdicts[c, "slower"]
    }
}

function targets(    i, c, low, n, wanted, none, five, missed, kind, k, differ, s) {
    print "@targets"
    for (i = 1; i <= cells; i++) {
        c = cell[i]
        split(c, f, "\t")
        # Once all steps are done, a table that is not there lacks an interval.
        wanted = steps_left > 0 || rows[c] > tables ? rows[c] : tables
        low += holding[c] < 34 / 40 * wanted
        all_rows[f[1]] += wanted
        all_intervals[f[1]] += intervals[c]
        all_holding[f[1]] += holding[c]
        none += wanted - intervals[c]
        if (f[3] == "5pc" || (f[3] == "5 %" && (f[4] == 1024 || f[4] == 65536))) {
            five[f[1]] += fives[c] > 0
            missed[f[1]] += found[c] < 0.9 * fives[c]
        }
    }
    target(sprintf("cells of which fewer than 34 of 40 intervals hold the" \
        " truth: %d of %d", low, cells), cells, low == 0, "none")
    for (k = 1; k <= 2; k++) {
        kind = k == 1 ? "rivals" : "sides"
        n = all_intervals[kind]
        s = n > 0 ? all_holding[kind] / n : 0
        target(sprintf("all intervals of %s that hold the truth: %d of %d," \
            " %.3f", kind, all_holding[kind], n, s), n, s <= 0.98 &&
            all_holding[kind] >= 0.92 * all_rows[kind], "0.92 to 0.98")
        target(sprintf("cells in which 5 %% as %s is found in fewer than 90 %%" \
            " of tables: %d of %d", k == 1 ? "a rival" : "a side, 1 and 64 KiB",
            missed[kind], five[kind]), five[kind], missed[kind] == 0, "none")
    }
    target(sprintf("5 %% called the same: %d", same),
        five["rivals"] + five["sides"], same == 0, "never")
    if (other_truths > 0)
        printf "- rows of 5 %% whose truth is not 4 to 6 %%, left out where 5 %% is to be" \
            " found: %d\n", other_truths
    for (i in equal_tables)
        differ += equal_tables[i]
    target(sprintf("tables that call equal rivals different at some size: %d" \
        " of %d", differ, equals), equals, differ <= 0.05 * equals,
        "at most 5 %")
    if (none > 0)
        printf "- intervals that are lacking: %d\n", none
}

END {
    if (is_broken)
        exit 1
    sort_cells()
    print_kind("rivals")
    print_kind("sides")
    targets()
}
