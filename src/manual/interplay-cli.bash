# SPDX-License-Identifier: GPL-3.0-or-later
# Completion for bash, of both programs: commands, options, the words of an option, built-in cases and files. All
# lists are those that the programs print.

_interplay ()
{
  local IFS=$'\n' program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} at=$((COMP_CWORD - 1))
  local command= option= help= said= list=

  # Bash takes --theme=dark apart at the sign.
  if [[ $word == = ]]; then
    word= option=${COMP_WORDS[at]}
  elif [[ ${COMP_WORDS[at]} == = ]]; then
    option=${COMP_WORDS[at - 1]}
  elif [[ ${COMP_WORDS[at]} == -* ]]; then
    option=${COMP_WORDS[at]}
  fi
  if [[ ${program##*/} == interplay-cli ]]; then
    command=${COMP_WORDS[1]}
    if ((COMP_CWORD == 1)); then
      list=$("$program" --help | sed -n '/^Commands:$/,/^$/s/^  \([^ ]*\).*/\1/p')$'\n--help\n--version'
      COMPREPLY=($(compgen -W "$list" -- "$word"))
      return
    fi
  fi
  help=$("$program" ${command:+"$command"} --help-all 2>/dev/null) ||
    help=$("$program" ${command:+"$command"} --help 2>/dev/null) || return
  if [[ $word == -* ]]; then
    list=$(sed -n 's/^  \(-., \)\?\(--[a-z0-9-]*\).*/\2/p' <<< "$help")
    COMPREPLY=($(compgen -W "$list" -- "$word"))
    return
  fi
  # “light, dark or contrast (default: light)”: the words of an option whose sentence is nothing else.
  [[ -z $option ]] || said=$(sed -n "s/^  \(-., \)\?\(--[a-z0-9-]*\)=.*/\1 \2 &/p" <<< "$help" |
    grep -m 1 -e " $option " -e "^$option, " | sed -e 's/^.*=[^ ]*  *//' -e 's/ (.*//')
  if [[ $said =~ ^[a-z0-9-]+((", "|"; "|" or ")[a-z0-9-]+)+$ ]]; then
    said=${said//, /$IFS} said=${said//; /$IFS}
    COMPREPLY=($(compgen -W "${said// or /$IFS}" -- "$word"))
    return
  fi
  # The parameters of the case that is named.
  if [[ -z $option && -n $command && $COMP_CWORD -gt 2 && $word != */* ]]; then
    list=$("$program" cases "${COMP_WORDS[2]}" 2>/dev/null | sed -n '2,$s/[, ].*/=/p')
    COMPREPLY=($(compgen -W "$list" -- "$word"))
    [[ ${#COMPREPLY[@]} -eq 0 || -z $word ]] || { compopt -o nospace 2>/dev/null; return; }
    list=
  fi
  [[ -n $said ]] || list=$("${program%interplay*}interplay-cli" cases 2>/dev/null | sed 's/ .*//')
  COMPREPLY=($(compgen -W "$list" -- "$word") $(compgen -f -- "$word"))
}
complete -o filenames -F _interplay interplay-cli interplay
