# mirror.bats: page faults: the program's own still end it as they would.
# SPDX-License-Identifier: BSD-3-Clause

setup() {
    faults=$top_builddir/src/algos/refnuma/test/faults
    # its handlers would be the program's; some cases have none
    export ASAN_OPTIONS=handle_segv=0:handle_sigbus=0:detect_leaks=0
    segv=139 bus=135
    cd "$BATS_TEST_TMPDIR"
}

# ends GUARD CASE STATUS: 77 is that this machine lacks the guard.
ends() {
    run "$faults" "$1" "$2"
    echo "$*: $status: $output"
    [ "$status" -eq "$3" ] || [ "$status" -eq 77 ]
}

each() {
    for guard in twin uffd; do
        ends $guard "$@"
    done
}

@test "mirror: a program's errors end it by the usual signal" {
    each stray $segv
    each stray-bus $bus
    each stray-closed $segv
    each jump-own $segv
    each jump-closed $segv
    each read-only $segv
    each sent $segv
}

@test "mirror: a core is dumped, of the instruction that was wrong" {
    [ "$(cat /proc/sys/kernel/core_pattern)" = core ] || skip "cores go elsewhere"
    command -v gdb || skip "no gdb"
    ulimit -c unlimited || skip "no cores"
    for guard in twin uffd; do
        rm -f core*
        ends $guard stray $segv
        [ "$status" -ne 77 ] || continue
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
    ends uffd covered $bus
}

@test "mirror: fork, exec, spawn, system calls" {
    each forked 0
    each executed 0
    each efault 0
}

@test "mirror: in a debugger that passes signals on" {
    command -v gdb || skip "no gdb"
    for guard in twin uffd; do
        ends $guard works 0
        [ "$status" -ne 77 ] || continue
        run gdb -batch -ex 'set debuginfod enabled off' \
            -ex 'handle SIGSEGV SIGBUS nostop noprint pass' -ex run \
            --args "$faults" $guard works
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
    for guard in twin uffd; do
        ends $guard works 0
        [ "$status" -ne 77 ] || continue
        run setpriv --reuid 65534 --regid 65534 --clear-groups \
            "$there/faults" $guard works
        echo "$guard: $status: $output"
        [ "$status" -eq 0 ] || break
    done
    rm -r "$there"
    [ "$status" -eq 0 ] || [ "$status" -eq 77 ]
}

@test "mirror: what was touched is resident, and twins of it" {
    each resident 0
}

@test "mirror: every second of 200000 pages: uffd" {
    ends uffd second-pages 0
}

@test "mirror: every second of 200000 pages: page protection tells why not" {
    [ "$(cat /proc/sys/vm/max_map_count)" -lt 200000 ] || skip "it does"
    ends twin second-pages $segv
    case $output in
    "refnuma: "*vm.max_map_count*detect=uffd*) ;;
    *) false ;;
    esac
    ends twin second-pages-touched 0
}
