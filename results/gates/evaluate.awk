# evaluate.awk: what gates answered, how many runs and minutes each took. With
# ../lib.awk, on lines KIND, MPI, ANSWER, RUNS, SECONDS: blocks of README.md.
# SPDX-License-Identifier: BSD-3-Clause
BEGIN { FS = "\t" }

{
    n[$1]++
    answers[$1, $3]++
    runs[$1, n[$1]] = $4
    seconds[$1, n[$1]] = $5
}

# "12, 31": the middle and the largest of x[kind, 1 ... n].
function middle_largest(x, kind, scale,    i, a) {
    for (i = 1; i <= n[kind]; i++)
        a[i] = x[kind, i] / scale
    sorted(a, n[kind])
    return sprintf(scale > 1 ? "%.1f, %.1f" : "%.0f, %.0f",
        quantile(a, n[kind], 0.5), a[n[kind]])
}

function line(kind, name) {
    if (n[kind] > 0)
        printf "| %s | %d | %d | %d | %d | %d | %s | %s |\n", name, n[kind],
            answers[kind, "FAIL"], answers[kind, "PASS"],
            answers[kind, "CANNOT TELL"], answers[kind, "error"],
            middle_largest(runs, kind, 1), middle_largest(seconds, kind, 60)
}

function slower(kind, name) {
    target(sprintf("%s, FAIL: %d of %d", name, answers[kind, "FAIL"], n[kind]),
        n[kind], answers[kind, "FAIL"] >= 0.9 * n[kind], "36 of 40")
    target(sprintf("%s, PASS: %d of %d", name, answers[kind, "PASS"], n[kind]),
        n[kind], answers[kind, "PASS"] == 0, "none")
    errors(kind, name)
}

function equal(kind, name) {
    target(sprintf("%s, FAIL: %d of %d", name, answers[kind, "FAIL"], n[kind]),
        n[kind], answers[kind, "FAIL"] <= 0.075 * n[kind], "at most 3 of 40")
    target(sprintf("%s, PASS: %d of %d", name, answers[kind, "PASS"], n[kind]),
        n[kind], answers[kind, "PASS"] >= 0.8 * n[kind], "at least 32 of 40")
    errors(kind, name)
}

# A run that failed, or an exit status that is not the answer's.
function errors(kind, name) {
    target(sprintf("%s, errors: %d of %d", name, answers[kind, "error"],
        n[kind]), n[kind], answers[kind, "error"] == 0, "none")
}

END {
    print "@gates"
    print "| gate | gates | FAIL | PASS | CANNOT TELL | error |" \
        " runs: middle, most | minutes: middle, most |"
    print "| --- | --- | --- | --- | --- | --- | --- | --- |"
    line("slower", "10 % slower")
    line("equal", "equal")
    line("slower-mean", "10 % slower, by the mean")
    line("equal-mean", "equal, by the mean")
    print "@targets"
    slower("slower", "10 % slower")
    equal("equal", "equal")
    slower("slower-mean", "10 % slower, by the mean")
    equal("equal-mean", "equal, by the mean")
}
