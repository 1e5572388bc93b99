import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { endpointPieces } from '#infra/generate/contribute/new-endpoint.ts';
import { settingPieces } from '#infra/generate/contribute/new-setting.ts';
import { workerPieces } from '#infra/generate/contribute/new-worker.ts';
import { writePieces, type Piece } from '#infra/generate/contribute/pieces.ts';

// `npm run new -- endpoint users/ping [--method GET] [--path /user/ping]`, `-- worker send-reminder`, `-- setting hold_music`
// write every file of a new endpoint, worker or assistant setting, register it, and run the generators.
const USAGE = 'the kind is endpoint, worker or setting; --help explains';
const EXAMPLES = `
Examples:
  npm run new -- endpoint users/ping --method GET --path /user/ping
  npm run new -- worker send-reminder
  npm run new -- setting hold_music`;

const root = resolve(import.meta.dirname, '../../..');
const command = new Command('npm run new --')
  .description('Writes every file of a new endpoint, worker or assistant setting, and registers it.')
  .argument('<kind>', 'endpoint, worker or setting')
  .argument('<name>', 'noun/verb-noun, verb-noun, or the name as clients send it')
  .option('--method <method>', 'of an endpoint: GET, POST, PUT or DELETE', 'GET')
  .option('--path <path>', 'of an endpoint: /user/…')
  .addHelpText('after', EXAMPLES)
  .allowExcessArguments(false)
  .showHelpAfterError()
  .parse();
const [kind, name] = command.processedArgs;
const { method, path } = command.opts();

function pieces(): Piece[] | undefined {
  if (kind === 'endpoint') return endpointPieces(name, { method, path });
  if (kind === 'worker') return workerPieces(name);
  if (kind === 'setting') return settingPieces(name);
  return undefined;
}

try {
  const wanted = pieces();
  if (wanted === undefined) throw new Error(USAGE);
  const written = await writePieces(root, wanted);
  for (const path of written) console.log(path);
  execFileSync('oxfmt', written, { cwd: root, stdio: 'inherit' });
  execFileSync('node', ['infra/generate/contribute/generate.ts'], { cwd: root, stdio: 'inherit' });
  console.log('Next: fill in the handler and its test, then `npm run check -- --changed`.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
