# evaluate.awk: what operations of known length read. With ../lib.awk, on lines
# known, TIMER, MPI, RUN, OPERATION, MEAN, NET and timer, TIMER, MPI, RUN, COST, PPM
# (us, ns): blocks of README.md. `wanted`:
# runs of each timer and MPI.
# SPDX-License-Identifier: BSD-3-Clause
BEGIN {
    FS = "\t"
    ntimers = split("tsc monotonic wtime gettimeofday", timers, " ")
    nmpis = split("openmpi mpich", mpis, " ")
}

$1 == "known" {
    if ($6 != "-")
        add($2 " " $3 " " $5, $6)
    if ($7 != "-")
        add($2 " " $3 " " $5 " net", $7)
}
$1 == "timer" {
    add($2 " " $3 " cost", $5)
    add($2 " " $3 " ppm", $6)
}

function add(key, x) {
    n[key]++
    sum[key] += x
    if (n[key] == 1 || x < least[key])
        least[key] = x
    if (n[key] == 1 || x > most[key])
        most[key] = x
}

# "2.031 (2.029 to 2.034)"
function of(key, digits,    f) {
    f = "%." digits "f"
    return n[key] == 0 ? "-" : sprintf(f " (" f " to " f ")",
        sum[key] / n[key], least[key], most[key])
}

# Of a timer and MPI: are all runs there, each with a figure within the limit?
function count(run, operation, truth, limit,    key) {
    key = run " " operation
    runs += n[key]
    there += n[run " cost"] > 0
    bad += n[key] < wanted || n[key] < n[run " cost"] || \
        least[key] < truth - limit || most[key] > truth + limit
}

END {
    print "@times"
    print "| timer | MPI | null | up | up, net | down | down, net |" \
        " read cost, ns | rate error, ppm |"
    print "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for (t = 1; t <= ntimers; t++)
        for (m = 1; m <= nmpis; m++) {
            key = timers[t] " " mpis[m]
            if (n[key " cost"] == 0)
                continue
            printf "| %s | %s | %s | %s | %s | %s | %s | %.1f | %.3f |\n",
                timers[t], mpis[m], of(key " waitpattern-null", 3),
                of(key " waitpattern-up", 3), of(key " waitpattern-up net", 3),
                of(key " waitpattern-down", 3),
                of(key " waitpattern-down net", 3),
                sum[key " cost"] / n[key " cost"], sum[key " ppm"] / n[key " ppm"]
        }
    print "@targets"
    for (i = 1; i <= 3; i++) {
        what = i == 1 ? "up" : i == 2 ? "down" : "null"
        runs = there = bad = 0
        for (t = 1; t <= 3; t++)
            for (m = 1; m <= nmpis; m++)
                count(timers[t] " " mpis[m],
                    "waitpattern-" what (i < 3 ? " net" : ""),
                    i < 3 ? 2 : 0, i < 3 ? 0.02 : 0.05)
        target(sprintf("waitpattern-%s%s: %d of %d timers and MPIs are there," \
            " %d have fewer than %d figures or one further off", what,
            i < 3 ? ", net" : ", raw", there, 3 * nmpis, bad, wanted), runs,
            bad == 0, i < 3 ? "all within 0.02 us of 2.00 us" : "all within 0.05 us of 0")
    }
}
