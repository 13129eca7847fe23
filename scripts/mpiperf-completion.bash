# mpiperf-completion.bash: completes options, operations, algorithms and values from
# what mpiperf prints (--help, --list), also after mpiexec, mpirun and srun.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash

# _mpiperf_says PROGRAM OPTION: prints the program's output with this option;
# runs it only once in each shell.
declare -gA _mpiperf_said
_mpiperf_says() {
    local key="$1 $2"
    [ -n "${_mpiperf_said[$key]+x}" ] ||
        _mpiperf_said[$key]=$("$1" "$2" 2>/dev/null </dev/null)
    printf '%s\n' "${_mpiperf_said[$key]}"
}

# _mpiperf_names PROGRAM KIND: prints the names of a kind.
_mpiperf_names() {
    _mpiperf_says "$1" --list | awk -v kind="$2" '$1 == kind { print $2 }'
}

# Prints the long options; those that take a value end in =.
_mpiperf_options() {
    _mpiperf_says "$1" --help | grep -oE '^ +(-[A-Za-z], )? *--[a-z-]+=?' | sed 's/.*--/--/'
}

# _mpiperf_of PROGRAM WORD: sets COMPREPLY to the completions of this word.
_mpiperf_of() {
    local program=$1 word=$2 option name
    case $word in
    --*=*)
        option=${word%%=*} word=${word#*=}
        case $option in
        --output | --plugin) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
        --param) mapfile -t COMPREPLY < <(compgen -S = -W "$(_mpiperf_names "$program" parameter)" -- "$word") ;;
        *) mapfile -t COMPREPLY < <(compgen -W "$(_mpiperf_names "$program" "${option#--}")" -- "$word") ;;
        esac
        ;;
    -*) mapfile -t COMPREPLY < <(compgen -W "$(_mpiperf_options "$program")" -- "$word") ;;
    *:*)
        # OPERATION:ALGORITHM,ALGORITHM: the last one
        name=${word%%:*} word=${word#*:}
        option=${word%"${word##*,}"}
        mapfile -t COMPREPLY < <(compgen -P "$option" -W "$(_mpiperf_names "$program" algorithm |
            sed -n "s/^\\*://p; s/^$name://p")" -- "${word##*,}")
        ;;
    *)
        mapfile -t COMPREPLY < <(compgen -W "$(_mpiperf_names "$program" operation)" -- "$word")
        ;;
    esac
    [ ${#COMPREPLY[@]} != 1 ] || [[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null || :
}

# Joins the word again where readline cuts it, at = and :.
_mpiperf() {
    local line=${COMP_LINE:0:COMP_POINT} program='' words w last
    read -ra words <<<"$line"
    last=${words[-1]}
    [ "${line: -1}" != " " ] || last=
    for w in "${words[@]}"; do
        case ${w##*/} in
        mpiperf | mpiperf-advise | mpiperf-repeat | mpiperf-compare | mpiperf-history | mpiperf-report | mpiperf-tune) [ "$w" = "$last" ] || program=$w ;;
        esac
    done
    COMPREPLY=()
    case ${program##*/} in
    '') mapfile -t COMPREPLY < <(compgen -c -- "$last" | sort -u) ;;
    mpiperf) _mpiperf_of "$program" "$last" ;;
    *)
        case $last in
        --*) mapfile -t COMPREPLY < <(compgen -W "$(_mpiperf_options "$program")" -- "$last") ;;
        *) mapfile -t COMPREPLY < <(compgen -f -c -- "$last" | sort -u) ;;
        esac
        [ ${#COMPREPLY[@]} != 1 ] || [[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null || :
        ;;
    esac
}
complete -o bashdefault -o default -F _mpiperf mpiperf mpiperf-advise mpiperf-repeat mpiperf-compare \
    mpiperf-history mpiperf-report mpiperf-tune
# after a launcher, unless it has a completion of its own
for _mpiperf_launcher in mpiexec mpirun srun; do
    complete -p "$_mpiperf_launcher" >/dev/null 2>&1 ||
        complete -o bashdefault -o default -F _mpiperf "$_mpiperf_launcher"
done
unset _mpiperf_launcher
