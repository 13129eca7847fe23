# layers.bats: no folder includes headers of a folder above it (src/layers), and files of a
# folder do not call each other in a circle.

@test "every file includes headers of its own layer and of lower ones" {
    cd "$top_srcdir"
    run tests/layers src
    echo "$output"
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

# spoil FILE HEADER MESSAGE: the file includes the header too, and this is what
# is to be said about it.
spoil() {
    echo "#include \"$2\"" >>"src/$1"
    echo "src/$1:$(wc -l <"src/$1"): $3" >>want
}

@test "what breaks the order is found, with file and line" {
    cd "$BATS_TEST_TMPDIR"
    cp -R "$top_srcdir/src" src
    chmod -R u+w src
    spoil lib/number.c ops/op.h \
        "layer lib includes ops/op.h of layer ops, which stands above it"
    spoil measure/case.h mpiperf/report/report.h \
        "layer measure includes mpiperf/report/report.h of layer mpiperf/report,\
 which stands above it"
    spoil timers/test/test_timers.c clocksync/model.h \
        "layer timers includes clocksync/model.h of layer clocksync, which\
 stands above it"
    spoil algos/shmbcast/model.c algos/msgsched/plan.h \
        "layer algos/shmbcast includes algos/msgsched/plan.h of layer\
 algos/msgsched, which stands beside it"
    spoil clocksync/linear.c ops/op.h \
        "layer clocksync includes ops/op.h of layer ops, which stands above it"
    spoil machine/gauge.c ops/op.h \
        "layer machine includes ops/op.h of layer ops, which stands above it"
    spoil mpiperf/report/report.c stats/test/series.h \
        "includes stats/test/series.h, which is for tests only"
    spoil lib/names.c lib/gone.h "includes lib/gone.h, which is not there"
    mkdir src/lab
    touch src/lab/new.c
    echo "src/lab/new.c: is in no layer: add its folder to src/layers" >>want
    echo 'attic nothing' >>src/layers
    echo "src/layers:$(wc -l <src/layers): layer attic has no files" >>want
    echo 'except lib/number.c ops/pairs.h' >>src/layers
    echo "src/layers:$(wc -l <src/layers): lib/number.c does not include\
 ops/pairs.h: remove the exception" >>want
    run "$top_srcdir/tests/layers" src
    diff <(sort want) <(sort <<<"$output")
    [ "$status" -eq 1 ]
}

@test "the files of a layer do not call each other in a circle" {
    run "$top_srcdir/tests/circles" "$top_builddir" "$top_srcdir/src"
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "calls in a circle are found, through a third file too" {
    mkdir -p "$BATS_TEST_TMPDIR/build/src/lab"
    cd "$BATS_TEST_TMPDIR"
    echo 'lab nothing' >layers
    # a -> b -> c -> a; d is called, and e calls
    echo 'void a(void) { void b(void); b(); }' >a.c
    echo 'void b(void) { void c(void); c(); }' >b.c
    echo 'void c(void) { void a(void), d(void); a(); d(); }' >c.c
    echo 'void d(void) {}' >d.c
    echo 'void e(void) { void a(void); a(); }' >e.c
    for name in a b c d e; do
        $CC -c $name.c -o "build/src/lab/program-$name.o"
    done
    run "$top_srcdir/tests/circles" build .
    [ "$status" -eq 1 ]
    diff <(sort <<<"$output") - <<'END'
lab/a calls lab/b: b
lab/b calls lab/c: c
lab/c calls lab/a: a
END
}
