# evaluate.awk: lines of dsm_lines -> the blocks of README.md. faster, barriers, least,
# all_faster: targets; fixed: how many elements change where that one is judged;
# most_ranks: messages are counted with 2 to so many.
# SPDX-License-Identifier: BSD-3-Clause
BEGIN {
    FS = "\t"
    rma = "refnuma@transport=rma"
    uffd = "refnuma@detect=uffd"
    twin = "refnuma@detect=twin"
    name["refnuma"] = "auto"
    name[uffd] = "uffd"
    name[twin] = "twin"
    list("refnuma " rma " allgather put-fence p2p shwin ga trivial barrier", "halo")
    list("allgather refnuma " uffd " " twin " put-fence p2p shwin ga trivial barrier", "all")
    list("refnuma@first_read=deliver refnuma get shwin", "first")
    list("microshmem put-fence p2p", "put")
    list("refnuma " rma " p2p barrier", "warm")
    list("refnuma p2p rma shwin", "jacobi")
    list("refnuma " uffd " " twin, "detectors")
    list("refnuma " rma " " uffd " " twin " allgather put-fence p2p shwin ga trivial",
        "needs")
}

function list(text, of,    a, i) {
    length_of[of] = split(text, a, " ")
    for (i = 1; i <= length_of[of]; i++)
        item[of, i] = a[i]
}

# Means are of logarithms; a ratio is the algorithm's time over its table's first's.
$1 == "table" {
    k = $2 SUBSEP $3 SUBSEP $4
    if (!(k in seen)) {
        seen[k] = 1
        rows++
        row_mpi[rows] = $2
        row_kind[rows] = $3
        row_what[rows] = $4
    }
    k = k SUBSEP $5
    if ($6 != "-") {
        times[k]++
        log_time[k] += log($6)
        interval("time" SUBSEP k, $13, $14)
    }
    if ($7 != "-") {
        ratios[k]++
        log_ratio[k] += log($7)
        interval(k, $8, $9)
    }
    if ($10 != "-") {
        shares[k]++
        share_sum[k] += $10
    }
    if ($11 != "-") {
        computes[k]++
        log_compute[k] += log($11)
    }
    if ($12 != "-") {
        befores[k]++
        log_before[k] += log($12 + 1e-12)
    }
}

$1 == "verify" && ($5 == "-" || $6 == 0) {
    if ($4 != "barrier")
        not_run = not_run " " $4 " (" $2 ", " $3 ")"
    next
}

# A row without launches, or where nothing is changed, proves nothing. Of `barrier`
# what a rank itself wrote is checked, and no more.
$1 == "verify" {
    if ($4 != "barrier" && $3 !~ /:0$/) {
        checked += $6 > 0
        if (!($6 > 0))
            not_run = not_run " " $4 " (" $2 ", " $3 ")"
    }
    wrong += $5 > 0
    if ($3 !~ /:/)
        next
    for (i = 7; i <= 11; i++)
        needs[$2, $3, $4, i - 6] = $i
    if (!(($2, $3) in needed)) {
        needed[$2, $3] = 1
        n_needed++
        needed_mpi[n_needed] = $2
        needed_case[n_needed] = $3
    }
}

$1 == "counted" {
    ranks = $3 > ranks ? $3 : ranks
    sent[$2, $4, $3] = $7
    messages[$2, $4, $3] = $8
    if (!(($2, $4) in counts)) {
        counts[$2, $4] = 1
        n_counts++
        counts_mpi[n_counts] = $2
        counts_algo[n_counts] = $4
    }
}

# ---- values ------------------------------------------------------------------

function key(row, algo) {
    return row_mpi[row] SUBSEP row_kind[row] SUBSEP row_what[row] SUBSEP algo
}

function is_first(row, algo) {
    return item[row_kind[row], 1] == algo
}

# Seconds; 0: not known.
function time_of(row, algo,    k) {
    k = key(row, algo)
    return k in times ? exp(log_time[k] / times[k]) : 0
}

# Of the algorithm's time to that of the first one; 0: not known.
function ratio_of(row, algo,    k) {
    k = key(row, algo)
    return k in ratios ? exp(log_ratio[k] / ratios[k]) : is_first(row, algo)
}

function digits(x) {
    return x == 0 ? "-" : sprintf(x < 100 ? "%.3g" : "%.0f", x)
}

# How many times as long as the first one; or how many times as fast.
function longer(row, algo) {
    return digits(ratio_of(row, algo))
}

function faster_than_first(row, algo,    r) {
    r = ratio_of(row, algo)
    return r > 0 ? 1 / r : 0
}

function head(columns,    a, i, n) {
    n = split(columns, a, "|")
    printf "|"
    for (i = 1; i <= n; i++)
        printf " %s |", a[i]
    printf "\n|"
    for (i = 1; i <= n; i++)
        printf " --- |"
    print ""
}

function us(seconds) {
    return digits(1e6 * seconds)
}

# ---- barriers ----------------------------------------------------------------

function halo(    r, i) {
    print "@halo"
    head("MPI|changed|refnuma, us|rma|allgather|put-fence|p2p|shwin|ga|trivial|MPI_Barrier|in MPI_Barriers")
    for (r = 1; r <= rows; r++) {
        if (row_kind[r] != "halo")
            continue
        printf "| %s | %s | %s |", row_mpi[r], row_what[r], us(time_of(r, "refnuma"))
        for (i = 2; i <= length_of["halo"]; i++)
            printf " %s |", longer(r, item["halo", i])
        printf " %s |\n", digits(faster_than_first(r, "barrier"))
    }
}

function either(a, b) {
    return a == 1 || b == 1 ? 1 : a == 0 && b == 0 ? 0 : -1
}

function halo_targets(    r, gain, in_barriers, t) {
    for (r = 1; r <= rows; r++) {
        if (row_kind[r] != "halo")
            continue
        gain = ratio_of(r, "allgather")
        target_told(sprintf("halo, %s changed, %s: Allgather takes %s times as long",
            row_what[r], row_mpi[r], digits(gain)), gain > 0,
            at_least(key(r, "allgather"), faster), "at least " faster)
        if (row_what[r] != 0)
            continue
        in_barriers = faster_than_first(r, "barrier")
        t = time_of(r, "refnuma")
        target_told(sprintf("halo, nothing changed, %s: %s MPI_Barriers, %s us",
            row_mpi[r], digits(in_barriers), us(t)), in_barriers > 0,
            either(at_least(key(r, "barrier"), 1 / barriers),
                least > 0 ? at_most("time" SUBSEP key(r, "refnuma"), least) : 0),
            "at most " barriers " MPI_Barriers" \
            (least > 0 ? ", or " 1e6 * least " us" : ""))
    }
}

function all(    r, i) {
    print "@all"
    head("MPI|changed|allgather, us|auto|uffd|twin|put-fence|p2p|shwin|ga|trivial|MPI_Barrier")
    for (r = 1; r <= rows; r++) {
        if (row_kind[r] != "all")
            continue
        printf "| %s | %s | %s |", row_mpi[r], row_what[r], us(time_of(r, "allgather"))
        for (i = 2; i <= length_of["all"]; i++)
            printf " %s |", digits(faster_than_first(r, item["all", i]))
        print ""
    }
}

function all_targets(    r, gain) {
    for (r = 1; r <= rows; r++) {
        if (row_kind[r] != "all" || row_what[r] != fixed)
            continue
        gain = faster_than_first(r, uffd)
        target_told(sprintf("everything touched, %s changed, uffd, %s: %s times as " \
            "fast as Allgather", fixed, row_mpi[r], digits(gain)), gain > 0,
            at_most(key(r, uffd), 1 / all_faster), "at least " all_faster)
    }
}

# Rows of one MPI are by ascending numbers. Between which two of them the algorithm
# ceases to be faster, if it does so once: the last and the first where the intervals tell
# that it is faster, and that it is not.
function even_of(mpi, algo,    r, faster, n, last, slower, is) {
    for (r = 1; r <= rows; r++) {
        if (row_kind[r] != "all" || row_mpi[r] != mpi)
            continue
        faster = at_most(key(r, algo), 1)
        n = row_what[r]
        if (faster < 0)
            continue
        if (faster && slower)
            return "not monotone"
        if (!faster && !slower)
            is = last == "" ? "below " n : "between " last " and " n
        slower = !faster
        last = n
    }
    return slower ? is : last == "" ? "-" : "above " last
}

function even(    m, i, r, known) {
    print "@even"
    head("MPI|auto|uffd|twin")
    for (r = 1; r <= rows; r++) {
        m = row_mpi[r]
        if (row_kind[r] != "all" || m in known)
            continue
        known[m] = 1
        printf "| %s |", m
        for (i = 1; i <= length_of["detectors"]; i++)
            printf " %s |", even_of(m, item["detectors", i])
        print ""
    }
}

# ---- transports --------------------------------------------------------------

function transport_row(r, what, algo,    gain) {
    gain = faster_than_first(r, algo)
    if (gain > 0)
        printf "| %s | %s | %s |\n", row_mpi[r], what, digits(gain)
}

function transports(    r) {
    print "@transport"
    head("MPI|case|microshmem / rma")
    for (r = 1; r <= rows; r++)
        if (row_kind[r] == "halo")
            transport_row(r, "halo, " row_what[r] " changed", rma)
        else if (row_kind[r] == "transport")
            transport_row(r, "everything touched, " row_what[r] " changed, uffd",
                uffd "@transport=rma")
}

# What takes how many times as long as the first.
function rivals_of(kind, columns, scale,    r, i) {
    print "@" kind
    head(columns)
    for (r = 1; r <= rows; r++) {
        if (row_kind[r] != kind)
            continue
        printf "| %s |", row_mpi[r]
        if (kind != "first")
            printf " %s |", kind == "put" ? bytes_name(row_what[r]) : row_what[r]
        printf " %s |", digits(scale * time_of(r, item[kind, 1]))
        if (kind == "jacobi")
            printf " %s | %s | %s |", share_of(r, "refnuma"),
                digits(scale * compute_of(r, "refnuma")),
                digits(scale * compute_of(r, "p2p"))
        for (i = 2; i <= length_of[kind]; i++)
            printf " %s |", longer(r, item[kind, i])
        print ""
    }
}

function share_of(r, algo,    k) {
    k = key(r, algo)
    return k in shares ? sprintf("%.1f %%", 100 * share_sum[k] / shares[k]) : "-"
}

# Seconds of the sweep alone; 0: not known.
function compute_of(r, algo,    k) {
    k = key(r, algo)
    return k in computes ? exp(log_compute[k] / computes[k]) : 0
}

# What precedes a launch and is not in its time.
function before_of(r, algo,    k) {
    k = key(r, algo)
    return k in befores ? us(exp(log_before[k] / befores[k])) : "-"
}

function befores_table(    r, i, n, a, line) {
    n = split("put-fence shwin ga", a, " ")
    print "@before"
    head("MPI|case|changed|put-fence, us|shwin, us|ga, us")
    for (r = 1; r <= rows; r++) {
        if (row_kind[r] != "halo" && row_kind[r] != "all")
            continue
        line = ""
        for (i = 1; i <= n; i++)
            line = line " " before_of(r, a[i]) " |"
        if (line ~ /[0-9]/)
            printf "| %s | %s | %s |%s\n", row_mpi[r], row_kind[r], row_what[r], line
    }
}

# ---- memory and messages -----------------------------------------------------

function needs_row(c, algo,    i, k) {
    k = needed_mpi[c] SUBSEP needed_case[c] SUBSEP algo
    if (!((k, 3) in needs))
        return
    printf "| %s | %s | %s |", needed_mpi[c], needed_case[c], algo
    for (i = 1; i <= 5; i++)
        printf " %s |", (k, i) in needs && needs[k, i] != "-" ? needs[k, i] + 0 : "-"
    print ""
}

function savings(    c, i) {
    print "@savings"
    head("MPI|touched:changed|algorithm|memory, B|compared, B|sent, B|messages|pages")
    for (c = 1; c <= n_needed; c++)
        for (i = 1; i <= length_of["needs"]; i++)
            needs_row(c, item["needs", i])
}

# From three ranks on everybody has two neighbours.
function counted(    c, p) {
    print "@counted"
    printf "| MPI | algorithm | |"
    for (p = 2; p <= ranks; p++)
        printf " %d |", p
    printf "\n| --- | --- | --- |"
    for (p = 2; p <= ranks; p++)
        printf " --- |"
    print ""
    for (c = 1; c <= n_counts; c++) {
        counted_row(c, "messages", messages)
        counted_row(c, "bytes", sent)
    }
}

function counted_row(c, what, of,    p, k) {
    printf "| %s | %s | %s |", counts_mpi[c], counts_algo[c], what
    for (p = 2; p <= ranks; p++) {
        k = counts_mpi[c] SUBSEP counts_algo[c] SUBSEP p
        printf " %s |", k in of ? of[k] : "-"
    }
    print ""
}

# Known when every number of ranks has been counted.
function counted_targets(    c, p, k, k3, n, same) {
    for (c = 1; c <= n_counts; c++) {
        same = 1
        n = 0
        k3 = counts_mpi[c] SUBSEP counts_algo[c] SUBSEP 3
        for (p = 3; p <= most_ranks; p++) {
            k = counts_mpi[c] SUBSEP counts_algo[c] SUBSEP p
            if (!(k in sent) || sent[k] == "-")
                continue
            n++
            same = same && sent[k] == sent[k3] && messages[k] == messages[k3]
        }
        target(sprintf("%s, %s: messages and bytes a rank are %s with %d to %d ranks",
            counts_mpi[c], counts_algo[c], same ? "the same" : "not the same", 3,
            most_ranks), n == most_ranks - 2 && n > 1, same, "the same")
    }
}

END {
    if (is_broken)
        exit 1
    halo()
    all()
    even()
    befores_table()
    transports()
    rivals_of("warm", "MPI|changed|refnuma, us|rma|p2p|MPI_Barrier", 1e6)
    rivals_of("put", "MPI|size|microshmem, us|put-fence|p2p", 1e6)
    rivals_of("first", "MPI|deliver, us|undefined|get|shwin", 1e6)
    rivals_of("jacobi", "MPI|ranks|refnuma, ms|in the barrier|compute, ms|compute of p2p, ms|p2p|rma|shwin", 1e3)
    savings()
    counted()
    print "@targets"
    halo_targets()
    all_targets()
    counted_targets()
    print "@verified"
    target(sprintf("cases whose changed elements were checked wherever they are read: %d," \
        " with a wrong one: %d", checked, wrong), checked, wrong == 0, "none wrong")
    if (not_run != "")
        print "- not checked:" not_run
}
