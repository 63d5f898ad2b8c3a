# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
# Completion of the program "parley" for bash.

_parley ()
{
  local cur prev words cword
  _init_completion || return

  case $prev in
    --user-dir)
      _filedir -d
      return ;;
    --settings|--key-file|--store)
      _filedir
      return ;;
    --backend)
      COMPREPLY=( $(compgen -W 'builtin openai anthropic' -- "$cur") )
      return ;;
    --typing)
      COMPREPLY=( $(compgen -W 'gate ignore' -- "$cur") )
      return ;;
  esac

  local verb=${words[1]} options='--user-dir --settings --help' more=
  case $cword,$verb in
    1,*) COMPREPLY=( $(compgen -W 'ask ctl explain memory replay stats --help --version' -- "$cur") )
      return ;;
    2,ctl) more='drafts drop go health metrics mode off on pause reload send status watch' ;;
    2,memory) more='chats cleanup export forget journal merge query restore series when' ;;
    4,ctl) [ "${words[2]}" = mode ] && more='off shadow draft countdown auto' ;;
  esac
  case $verb in
    ask) options+=' --backend --url --model --key-file --plain-http --max-tokens --tools --timeout-first
      --timeout-idle --chat --text --show-request --profile --channel' ;;
    ctl) options+=' --protocol' ;;
    explain) options+=' --n --cadence --hint --profile --channel' ;;
    memory) options+=' --store --chat --protocol --start --end --id-field --time-field --keep-days --max
      --limit --text --now' ;;
    replay) options+=' --summary --bursts --typing --think --bubbles --bubble-gap --speculate --person
      --profile --channel'
      [[ $cur == -* ]] || _filedir ;;
  esac
  COMPREPLY+=( $(compgen -W "$more $options" -- "$cur") )
}

complete -F _parley parley
