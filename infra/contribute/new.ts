import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { endpointPieces } from '#infra/contribute/new-endpoint.ts';
import { settingPieces } from '#infra/contribute/new-setting.ts';
import { workerPieces } from '#infra/contribute/new-worker.ts';
import { writePieces, type Piece } from '#infra/contribute/pieces.ts';

// `npm run new -- endpoint users/ping [--method GET] [--path /user/ping]`, `-- worker send-reminder`, `-- setting hold_music`
// write every file of a new endpoint, worker or assistant setting, register it, and run the generators.
const USAGE = `npm run new -- endpoint <noun>/<verb-noun> [--method GET|POST|PUT|DELETE] [--path /user/…]
npm run new -- worker <verb-noun>
npm run new -- setting <name_as_clients_send_it>`;

const root = resolve(import.meta.dirname, '../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { method: { type: 'string', default: 'GET' }, path: { type: 'string' } },
});
const [kind = '', name = ''] = positionals;

function pieces(): Piece[] | undefined {
  if (kind === 'endpoint') return endpointPieces(name, values);
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
  execFileSync('node', ['infra/contribute/generate.ts'], { cwd: root, stdio: 'inherit' });
  console.log('Next: fill in the handler and its test, then `npm run check -- --changed`.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
