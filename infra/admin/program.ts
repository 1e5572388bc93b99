import { Command } from '@commander-js/extra-typings';
import type { AdminDeps } from '#infra/admin/admin-deps.ts';
import { commandGroups } from '#infra/admin/command-groups.ts';
import type { Target } from '#infra/admin/connect.ts';
import { createProgressBar } from '#infra/admin/import/progress-bar.ts';
import { render } from '#infra/admin/output.ts';
import { once } from '#shared/runtime/once.ts';

export interface World {
  connect(target: Target): Promise<AdminDeps>;
  /** Standard output and standard error. */
  out: (text: string) => void;
  error: (text: string) => void;
  /** The terminal of somebody who looks on; undefined where standard error goes elsewhere. */
  terminal?: ((text: string) => void) | undefined;
  env: Record<string, string | undefined>;
}

const INTRODUCTION = `Runs the accounts of a Ringback: on the local stack, or on a deployed table with --table.`;

const EXAMPLES = `
Examples:
  npm run admin -- user create --name "Northwind Dental"
  npm run admin -- token issue --user 1 --name ci --expires 2027-01-01
  npm run admin -- balance add --user 1 --amount 25
  npm run admin -- call show 1/6032158326784
  npm run --silent admin -- user list --json | jq '.[].id'
  npm run admin -- user list --table ringback --region eu-west-1 --profile ops`;

/** The whole command line. Errors are thrown, for `runAdmin` to print as one line. */
export function createProgram(world: World) {
  const program = new Command('npm run admin --')
    .description(INTRODUCTION)
    .option('--json', 'print JSON instead of tables')
    .option('--table <name>', 'work on this deployed table (else TABLE_NAME, else the local stack)')
    .option('--region <region>', 'AWS region of the table')
    .option('--profile <name>', 'AWS profile to work with')
    .option('--data-dir <path>', 'directory of the local stack (else DATA_DIR, else .data)')
    .addHelpText('after', EXAMPLES)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: world.out, writeErr: () => undefined })
    .showSuggestionAfterError(false)
    .exitOverride();
  const deps = once(() => {
    const { table, region, profile, dataDir } = program.opts();
    return world.connect({
      table: table ?? world.env['TABLE_NAME'],
      region,
      profile,
      dataDir: dataDir ?? world.env['DATA_DIR'] ?? '.data',
    });
  });
  const session = {
    deps,
    print: (printout: Parameters<typeof render>[0]) => world.out(render(printout, program.opts().json === true)),
    progress: createProgressBar(world.terminal),
  };
  for (const { name, description, commands } of commandGroups) {
    const group = program
      .command(name)
      .description(description)
      .addHelpText('after', `\nExamples: npm run admin -- ${name} <command> --help`);
    for (const create of commands) {
      const command = create(session);
      command.copyInheritedSettings(group);
      group.addCommand(command);
    }
  }
  return program;
}
