# mirror.bats: page faults that are the program's errors still end it as usual.
# SPDX-License-Identifier: BSD-3-Clause

setup() {
    faults=$top_builddir/src/algos/refnuma/test/faults
    # the sanitizer's signal handlers would count as the program's
    export ASAN_OPTIONS=handle_segv=0:handle_sigbus=0:detect_leaks=0
    # UCX, below MPICH, would catch the signals and print its own report
    export UCX_HANDLE_ERRORS=none
    segv=139 bus=135
    guards=(twin uffd)
    run "$faults" uffd works
    [ "$status" -ne 77 ] || [ -n "$REFNUMA_NEEDS_UFFD" ] || guards=(twin)
    cd "$BATS_TEST_TMPDIR"
}

teardown() {
    [ "${#guards[@]}" -eq 2 ] || echo "# no userfaultfd; the rest passed" >&3
}

# The address sanitizer ends programs that run out of memory, and writes no core files.
sanitized() {
    grep -q __asan_init "$faults"
}

# ends GUARD CASE STATUS: the case must end with this exit status.
ends() {
    run timeout 60 "$faults" "$1" "$2"
    echo "$*: $status: $output"
    [ "$status" -eq "$3" ]
}

each() {
    for guard in "${guards[@]}"; do
        ends "$guard" "$@"
    done
}

@test "mirror: a program's errors end it by the usual signal" {
    each stray $segv
    each stray-bus $bus
    each jump-closed $segv
    each read-only $segv
    each sent $segv
    for at in before behind; do # accesses the byte before or behind an array
        ends call $at $segv
        each $at $segv
    done
}

@test "mirror: a page that cannot be delivered ends it, and it says why" {
    for guard in "${guards[@]}"; do
        ends "$guard" undelivered $([ "$guard" = twin ] && echo $segv || echo $bus)
        [[ $output == "refnuma: "*owner* ]]
    done
}

@test "mirror: where the program locks its memory" {
    for guard in "${guards[@]}"; do
        run "$faults" "$guard" locked
        echo "$guard: $status: $output"
        [ "$status" -ne 78 ] || skip "memory cannot be locked here"
        [ "$status" -eq 0 ]
    done
}

@test "mirror: a core is dumped, of the instruction that was wrong" {
    [ "$(cat /proc/sys/kernel/core_pattern)" = core ] || skip "cores go elsewhere"
    command -v gdb || skip "no gdb"
    ! sanitized || skip "address sanitizer"
    ulimit -c unlimited || skip "no cores"
    for guard in "${guards[@]}"; do
        rm -f core*
        ends "$guard" stray $segv
        gdb -batch -ex bt "$faults" core* >bt 2>&1
        cat bt
        grep -q '^#0 .* stray (' bt
    done
}

@test "mirror: a program's handler gets what is not ours" {
    each handled 0
    each handled-once $segv
    each ignored $segv
    ends twin covered $segv
    [ "${#guards[@]}" -eq 1 ] || ends uffd covered $bus
}

@test "mirror: fork, exec, spawn, system calls" {
    each forked 0
    each executed 0
    each efault 0
}

@test "mirror: in a debugger that passes signals on" {
    command -v gdb || skip "no gdb"
    for guard in "${guards[@]}"; do
        run gdb -batch -ex 'set debuginfod enabled off' \
            -ex 'handle SIGSEGV SIGBUS nostop noprint pass' -ex run \
            --args "$faults" "$guard" works
        echo "$output"
        case $output in
        *ptrace* | *"not permitted"*) skip "no debugging here" ;;
        *"exited normally"*) ;;
        *) false ;;
        esac
    done
}

@test "mirror: another user than root" {
    [ "$(id -u)" = 0 ] && command -v setpriv || skip "not root"
    there=$(mktemp -d)
    chmod 755 "$there"
    cp "$faults" "$there/faults"
    cd /
    for guard in "${guards[@]}"; do
        run setpriv --reuid 65534 --regid 65534 --clear-groups \
            "$there/faults" "$guard" works
        echo "$guard: $status: $output"
        [ "$status" -eq 0 ] || break
    done
    rm -r "$there"
    # the kernel may deny userfaultfd to other users
    [ "$status" -eq 0 ] || { [ "$status" -eq 77 ] && [ -z "$REFNUMA_NEEDS_UFFD" ]; }
}

@test "mirror: every second of 200000 pages; page protection tells why not" {
    [ "${#guards[@]}" -eq 1 ] || ends uffd second-pages 0
    [ "$(cat /proc/sys/vm/max_map_count)" -lt 200000 ] || skip "it does"
    ends twin second-pages $segv
    [[ $output == "refnuma: "*vm.max_map_count*detect=uffd* ]]
    sanitized || ends twin second-pages-touched 0
}
