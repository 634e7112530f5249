
# Without a command, the arguments are those of view.
_overscroll() {
    local -i ret=1
    if (( ! ${+functions[_overscroll_${words[2]}]} )) && [[ CURRENT -gt 2 || ${words[2]} == -* ]]; then
        words=("${words[1]}" view "${(@)words[2,-1]}")
        (( CURRENT++ ))
    fi
    _overscroll_with_command "${@}" && ret=0
    if (( CURRENT == 2 )); then
        _files && ret=0
    fi
    return "${ret}"
}

if [[ "${funcstack[1]}" = _overscroll ]]; then
    _overscroll "${@}"
else
    compdef _overscroll overscroll
fi
