import { styleText } from 'node:util';
import { rehearsalNote } from '#infra/local/address/rehearsal-note.ts';
import type { StackAddress } from '#infra/local/address/stack-address.ts';
import { type FoundServer, serversLine } from '#infra/local/models/model-servers.ts';
import { wrapped } from '#infra/text/safe-text.ts';
import type { ModelAccess } from '#shared/catalog/models.ts';

interface Facts {
  seconds: number;
  dataDir: string;
  /** Call seconds per real second. */
  speed: number;
  access: ModelAccess;
  servers: readonly FoundServer[];
}

const COLUMNS = 80;
const fit = (text: string, columns: number) => (text.length <= columns ? text : `${text.slice(0, columns - 1)}…`);

const dim = (text: string) => styleText('dim', text);
const bold = (text: string) => styleText('bold', text);

/** The text that is printed when the stack is ready: one screen of 80 columns. */
export function welcome(address: StackAddress, { seconds, dataDir, speed, access, servers }: Facts): string {
  const note = rehearsalNote(access);
  const found = fit(serversLine(servers), COLUMNS - 21);
  const pages = [
    ['studio', address.studio_url, 'assistants, to talk to'],
    ['event log', address.console_url, 'calls and webhooks, live'],
    ['API reference', address.reference_url, 'every request, to try'],
    ['API', address.base_url, ''],
    ['carrier simulator', address.simulator_url, `time runs ${speed} times faster`],
    ['webhook sink', address.webhook_sink_url, 'takes your webhooks'],
    ['model servers', found, ''],
    ['data', dataDir === 'memory' ? 'in memory' : dataDir, dataDir === 'memory' ? 'gone when it stops' : ''],
  ];
  const users = address.users.map(({ id, name, balance, token }) => [String(id), name, balance.toFixed(2), token]);
  const numbers = [
    ['+12025550100 … 0149', 'answer, converse, say goodbye'],
    ['+12025550150 … 0159', 'busy, no answer, voicemail, silence, interruption, …'],
    ['+12025550160 … 0164', 'SMS: refused, rate-limited, opted out, not delivered'],
  ];
  const steps = [
    'docs/quickstart.md     your first call over HTTP',
    'npm start -- --help    the settings of the stack',
  ];
  return `
  ${bold('Ringback')} is ready ${dim(`(${seconds.toFixed(1)} s)`)}; Ctrl-C stops it

${rows(pages, [18, 32])}
${note === undefined ? '' : `\n${styleText(['bold', 'yellow'], wrapped(note, '  '))}\n`}
  ${dim('users: id, name, balance, token')}
${rows(users, [2, 17, 7])}

  ${dim('numbers to call')}
${rows(numbers, [20])}

  ${bold('Next')}
  ${steps.join('\n  ')}

`;
}

/** Cells in columns of these widths, two spaces from the left. */
function rows(table: readonly string[][], widths: readonly number[]): string {
  return table
    .map((cells) => `  ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' ')}`.trimEnd())
    .join('\n');
}
