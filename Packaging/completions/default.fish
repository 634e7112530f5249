
# Without a command, the arguments are those of view.
functions --copy __overscroll_tokens __overscroll_typed_tokens
function __overscroll_tokens
    set -l tokens (__overscroll_typed_tokens $argv)
    if not contains -- "$tokens[2]" COMMANDS
        if test (count $tokens) -gt 1; or string match -q -- '-*' (commandline -ct)
            set tokens $tokens[1] view $tokens[2..]
        end
    end
    printf '%s\n' $tokens
end
complete -c overscroll -n '__overscroll_should_offer_completions_for_positional "overscroll" -eq 1' -F
