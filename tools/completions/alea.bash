# Completion of alea for bash (and zsh after `autoload bashcompinit && bashcompinit`).
# It asks alea's own --help, so it knows every command and option there is.
#   source tools/completions/alea.bash
_alea() {
  local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} command='' i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    if [[ ${COMP_WORDS[i]} != -* ]]; then
      command=${COMP_WORDS[i]}
      break
    fi
  done
  local words
  if [[ -z $command ]]; then
    words=$("$program" --help 2>/dev/null |
      sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p')' --help --version'
  elif [[ $word == -* ]]; then
    words=$("$program" "$command" --help 2>/dev/null | grep -oE -- '--[a-z][a-z-]*')
  fi
  COMPREPLY=()
  if [[ -n $words ]]; then
    while IFS= read -r i; do COMPREPLY+=("$i"); done < <(compgen -W "$words" -- "$word")
  fi
}
complete -o default -F _alea alea
