// The completion scripts of the three shells. Each holds the tree as tables, and the same few steps: walk along the words, then offer the
// values of the flag before the cursor, or flags, or the next words. Nothing is started while a person types: loading the gateway takes
// longer than a completion may.
import type { CompletedCommand, CompletedFlag } from './completion-tree.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export function completionScript(shell: Shell, tree: readonly CompletedCommand[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](tree);
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
/** One line: a summary is shown beside its word. */
const fishQuoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** What follows a flag: nothing for a switch, else `file`, `any`, or the values. */
function valueKind({ takesValue, isFile, values }: CompletedFlag): string | null {
  if (!takesValue) return null;
  if (values.length > 0) return `values ${values.join(' ')}`;
  return isFile ? 'file' : 'any';
}

/** The values of flags, one entry per command and flag. */
function valueEntries(tree: readonly CompletedCommand[]): [string, string][] {
  return tree.flatMap(({ words, flags }) =>
    flags.flatMap((flag): [string, string][] => {
      const kind = valueKind(flag);
      return kind === null ? [] : [[`${words}|${flag.flag}`, kind]];
    }),
  );
}

function argumentKind({ values, isFile }: CompletedCommand): string | null {
  if (values.length > 0) return `values ${values.join(' ')}`;
  return isFile ? 'file' : null;
}

function argumentEntries(tree: readonly CompletedCommand[]): [string, string][] {
  return tree.flatMap((node): [string, string][] => {
    const kind = argumentKind(node);
    return kind === null ? [] : [[node.words, kind]];
  });
}

/** A function that prints the text for its argument. */
function posixTable(name: string, entries: readonly [string, string][]): string {
  const rows = entries.map(([key, text]) => `    ${quoted(key)}) echo ${quoted(text)} ;;`);
  return `${name}() {\n  case "$1" in\n${rows.join('\n')}\n  esac\n}\n`;
}

function bashScript(tree: readonly CompletedCommand[]): string {
  const nextOf = ({ next }: CompletedCommand) => next.map(({ word }) => word).join(' ');
  const flagsOf = ({ flags }: CompletedCommand) => flags.map(({ flag }) => flag).join(' ');
  return [
    '# Completion of reelgate for bash, made by "reelgate completion bash".',
    posixTable(
      '_reelgate_next',
      tree.map((node) => [node.words, nextOf(node)]),
    ),
    posixTable(
      '_reelgate_flags',
      tree.map((node) => [node.words, flagsOf(node)]),
    ),
    posixTable('_reelgate_value', valueEntries(tree)),
    posixTable('_reelgate_argument', argumentEntries(tree)),
    BASH_STEPS,
  ].join('\n');
}

const BASH_STEPS = `_reelgate_offer() {
  case $1 in
    values\\ *) COMPREPLY=($(compgen -W "\${1#values }" -- "$2")) ;;
    file) compopt -o default 2>/dev/null || { local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$2")); } ;;
  esac
}

_reelgate() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} words='' at word is_past=0
  COMPREPLY=()
  # bash splits --flag=value into three words.
  if [[ $cur == '=' ]]; then cur=''
  elif [[ $prev == '=' ]]; then prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    if [[ $word == -* ]]; then
      if [[ -n $(_reelgate_value "$words|$word") ]]; then
        [[ \${COMP_WORDS[at + 1]} == '=' ]] && ((at++))
        ((at++))
      fi
    elif ((!is_past)) && [[ " $(_reelgate_next "$words") " == *" $word "* ]]; then
      words="\${words:+$words }$word"
    else
      is_past=1
    fi
  done
  if [[ $prev == -* && -n $(_reelgate_value "$words|$prev") ]]; then
    _reelgate_offer "$(_reelgate_value "$words|$prev")" "$cur"
  elif [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$(_reelgate_flags "$words")" -- "$cur"))
  else
    ((is_past)) || COMPREPLY=($(compgen -W "$(_reelgate_next "$words")" -- "$cur"))
    local known=("\${COMPREPLY[@]}")
    COMPREPLY=()
    _reelgate_offer "$(_reelgate_argument "$words")" "$cur"
    COMPREPLY=("\${known[@]}" "\${COMPREPLY[@]}")
  fi
}
complete -F _reelgate reelgate
`;

/** Words with their summaries, for shells that show them. */
type Described = readonly { word: string; summary: string }[];
const describedFlags = ({ flags }: CompletedCommand): Described =>
  flags.map(({ flag, summary }) => ({ word: flag, summary }));

/** zsh reads a colon as the end of the word, so those of the summary alone stay. */
function zshTable(name: string, entries: readonly [string, Described][]): string {
  const rows = entries.map(([key, described]) => {
    const words = described.map(({ word, summary }) => quoted(`${word}:${summary}`)).join(' ');
    return `    ${quoted(key)}) reply=(${words}) ;;`;
  });
  return `${name}() {\n  reply=()\n  case "$1" in\n${rows.join('\n')}\n  esac\n}\n`;
}

function zshScript(tree: readonly CompletedCommand[]): string {
  return [
    '#compdef reelgate',
    '# Completion of reelgate for zsh, made by "reelgate completion zsh".',
    zshTable(
      '_reelgate_next',
      tree.map((node) => [node.words, node.next]),
    ),
    zshTable(
      '_reelgate_flags',
      tree.map((node) => [node.words, describedFlags(node)]),
    ),
    posixTable('_reelgate_value', valueEntries(tree)),
    posixTable('_reelgate_argument', argumentEntries(tree)),
    ZSH_STEPS,
  ].join('\n');
}

const ZSH_STEPS = `_reelgate_offer() {
  case $1 in
    values\\ *) compadd -- \${=1#values } ;;
    file) _files ;;
  esac
}

_reelgate() {
  local so_far='' word at=2 is_past=0 prev=\${words[CURRENT - 1]}
  local -a reply known
  while ((at < CURRENT)); do
    word=\${words[at]}
    if [[ $word == -* ]]; then
      [[ -n "$(_reelgate_value "$so_far|$word")" ]] && ((at++))
    else
      _reelgate_next "$so_far"
      known=(\${(M)reply:#\${word}:*})
      if ((!is_past && $#known)); then
        so_far="\${so_far:+$so_far }$word"
      else
        is_past=1
      fi
    fi
    ((at++))
  done
  if [[ $prev == -* && -n "$(_reelgate_value "$so_far|$prev")" ]]; then
    _reelgate_offer "$(_reelgate_value "$so_far|$prev")"
  elif [[ \${words[CURRENT]} == -* ]]; then
    _reelgate_flags "$so_far"
    _describe -o flag reply
  else
    _reelgate_next "$so_far"
    ((is_past || !$#reply)) || _describe command reply
    _reelgate_offer "$(_reelgate_argument "$so_far")"
  fi
}

if [[ "$funcstack[1]" == _reelgate ]]; then
  _reelgate "$@"
else
  compdef _reelgate reelgate
fi
`;

function fishTable(name: string, entries: readonly [string, string][]): string {
  const rows = entries.map(([key, lines]) => `    case ${fishQuoted(key)}\n      ${lines}`);
  return `function ${name}\n  switch "$argv[1]"\n${rows.join('\n')}\n  end\nend\n`;
}

/** Prints a word and its summary per line, which fish shows side by side. */
function fishPrint(described: Described): string {
  const words = described.flatMap(({ word, summary }) => [fishQuoted(word), fishQuoted(summary)]);
  return `printf '%s\\t%s\\n' ${words.join(' ')}`;
}

function fishScript(tree: readonly CompletedCommand[]): string {
  const described = (of: (node: CompletedCommand) => Described) =>
    tree
      .filter((node) => of(node).length > 0)
      .map((node): [string, string] => [node.words, fishPrint(of(node))]);
  const kinds = (entries: readonly [string, string][]) =>
    entries.map(([key, kind]): [string, string] => [key, `echo ${fishQuoted(kind)}`]);
  return [
    '# Completion of reelgate for fish, made by "reelgate completion fish".',
    fishTable(
      '__reelgate_next',
      described(({ next }) => next),
    ),
    fishTable('__reelgate_flags', described(describedFlags)),
    fishTable('__reelgate_value', kinds(valueEntries(tree))),
    fishTable('__reelgate_argument', kinds(argumentEntries(tree))),
    FISH_STEPS,
  ].join('\n');
}

const FISH_STEPS = `function __reelgate_offer
  switch "$argv[1]"
    case 'values *'
      string split ' ' -- (string replace 'values ' '' -- $argv[1])
    case file
      __fish_complete_path (commandline -ct)
  end
end

function __reelgate_complete
  set -l tokens (commandline -opc)
  set -l current (commandline -ct)
  set -l words ''
  set -l is_past 0
  set -l pending ''
  for word in $tokens[2..]
    if test -n "$pending"
      set pending ''
    else if string match -q -- '-*' $word
      test -n "$(__reelgate_value "$words|$word")"; and set pending $word
    else if test $is_past -eq 0; and contains -- $word (__reelgate_next "$words" | string split -f1 \\t)
      set words (string trim -- "$words $word")
    else
      set is_past 1
    end
  end
  if test -n "$pending"
    __reelgate_offer (__reelgate_value "$words|$pending")
  else if string match -q -- '-*' $current
    __reelgate_flags "$words"
  else
    test $is_past -eq 0; and __reelgate_next "$words"
    __reelgate_offer (__reelgate_argument "$words")
  end
end

complete -c reelgate -f -a '(__reelgate_complete)'
`;
