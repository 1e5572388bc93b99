import { Argument } from '@commander-js/extra-typings';
import { examples } from '../examples.ts';
import { ownCommand } from '../operation-command.ts';
import type { Session } from '../session.ts';

interface Node {
  name: () => string;
  commands: readonly Node[];
  options: ReadonlyArray<{ long?: string | undefined }>;
}

export function completionCommand(session: Session, program: () => Node) {
  return ownCommand('completion', 'Print a completion script for your shell')
    .addArgument(new Argument('<shell>', 'name of the shell').choices(['bash', 'zsh', 'fish'] as const))
    .addHelpText(
      'after',
      examples(
        'ringback completion bash > ringback.bash',
        'ringback completion zsh > ringback.zsh',
        'ringback completion fish > ringback.fish',
      ),
    )
    .action((shell) => {
      const words = wordsByPath(program());
      session.shell.out(shell === 'fish' ? fishScript(words) : `${shell === 'zsh' ? ZSH : ''}${bashScript(words)}`);
    });
}

/** The words that can follow `ringback`, `ringback calls` and `ringback calls list`, by these paths. */
function wordsByPath(node: Node, path = '', inherited: readonly string[] = []): Map<string, string[]> {
  const options = [...node.options.flatMap(({ long }) => (long === undefined ? [] : [long])), ...inherited];
  const children = node.commands.map((command) => command.name());
  const own: Array<[string, string[]]> = [[path, [...children, ...options, '--help']]];
  const globals = path === '' ? options.filter((option) => option !== '--version') : inherited;
  const below = node.commands.flatMap((command) => [
    ...wordsByPath(command, `${path} ${command.name()}`.trim(), globals),
  ]);
  return new Map([...own, ...below]);
}

const ZSH = 'autoload -U +X bashcompinit && bashcompinit\n';

function bashScript(words: Map<string, string[]>): string {
  const cases = [...words].map(([path, next]) => `    "${path}") words="${next.join(' ')}" ;;`);
  return `_ringback() {
  local path="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || path="\${path:+$path }$word"
  done
  while :; do
    case "$path" in
${cases.join('\n')}
    esac
    [[ -n $words || -z $path ]] && break
    [[ $path == *" "* ]] && path="\${path% *}" || path=""
  done
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _ringback ringback
`;
}

function fishScript(words: Map<string, string[]>): string {
  const lines = [...words].map(([path, next]) => {
    const seen =
      path === ''
        ? '__fish_use_subcommand'
        : path
            .split(' ')
            .map((word) => `__fish_seen_subcommand_from ${word}`)
            .join('; and ');
    return `complete -c ringback -n '${seen}' -a '${next.join(' ')}'`;
  });
  return `${lines.join('\n')}\n`;
}
