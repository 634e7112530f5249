
# Without a command, the arguments are those of view.
_overscroll_or_view() {
    if ! declare -F "_overscroll_${COMP_WORDS[1]}" >/dev/null && [[ COMP_CWORD -gt 1 || ${2} == -* ]]; then
        local -a COMP_WORDS=("${COMP_WORDS[0]}" view "${COMP_WORDS[@]:1}")
        local -i COMP_CWORD=$((COMP_CWORD + 1))
    fi
    _overscroll "$@"
    if ((COMP_CWORD == 1)); then
        local name
        while IFS= read -r name; do COMPREPLY+=("${name}"); done < <(compgen -f -- "${2}")
    fi
}

complete -o filenames -F _overscroll_or_view overscroll
