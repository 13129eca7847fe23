# pages.bats: pages lead to what is there and tables are made, and results/ stays small.
# Needs no MPI.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2154 # variables of the build

. "$top_srcdir/tests/links.bash"

@test "every link of README, doc/ and results/ leads somewhere" {
    [ -e "$top_srcdir/results/README.md" ] || skip "tarballs have no results"
    cd "$top_srcdir"
    [ -z "$(broken README.md CONTRIBUTING.md doc/*.md packaging/*.md results/*.md \
        results/*/*.md results/*/*/*.md |
        tee /dev/stderr)" ]
    cd "$BATS_TEST_TMPDIR"
    echo '[a](a.md#b), [b](b.md), [c](https://c.md)' >a.md
    [ "$(broken a.md)" = "a.md: b.md" ]
}

@test "every manual page has this version" {
    cd "$top_srcdir"
    version=$(sed -n 's/^AC_INIT(\[mpiperf\], \[\([^]]*\)\].*/\1/p' configure.ac)
    [ -n "$version" ]
    [ "$(cat doc/*.[13] | grep -c "^\.TH [A-Z_-]* [13] \"\" \"mpiperf $version\" ")" -eq \
        "$(ls doc/*.[13] | wc -l)" ]
}

@test "mpi-defects.md is what the table of defects gives" {
    "$top_builddir/src/ops/test/defects" | diff - "$top_srcdir/doc/mpi-defects.md"
}

@test "results: a line of the index for each of at most 20 campaigns, and 5 MB" {
    [ -e "$top_srcdir/results/README.md" ] || skip "tarballs have no results"
    cd "$top_srcdir/results"
    campaigns=$(git ls-files 2>/dev/null | sed -n 's|/.*||p' | sort -u)
    [ -n "$campaigns" ] || campaigns=$(ls -d -- */ | tr -d / | grep -vx quickstart)
    for c in $campaigns; do
        [ "$(grep -c "^| \[$c\]($c/README.md) |" README.md)" -eq 1 ] ||
            { echo "$c: not in the index" && return 1; }
    done
    [ "$(wc -w <<<"$campaigns")" -le 20 ]
    # shellcheck disable=SC2086 # a list of names
    [ "$(find $campaigns -type f -printf '%s\n' | awk '{ n += $1 } END { print n }')" \
        -le 5000000 ]
}
