import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandGroups } from '#infra/admin/command-groups.ts';
import { createProgressBar } from '#infra/admin/terminal/progress-bar.ts';
import { setupAdmin } from '#test/infra/admin/admin.ts';
import { storeSettledCall } from '#test/infra/admin/settled-call.ts';
import {
  buildAccessToken,
  buildAssistant,
  buildCall,
  buildDoNotCallEntry,
  buildPhoneNumber,
} from '#test/support/builders.ts';

/** The id in the examples. */
const ID = 6_032_158_326_784;
/** These need a table, a bucket and a carrier: test/slow/erasure.test.ts runs them. */
const ON_A_STACK = /^(?:user export|user delete|erase number) /;

const unused = { deps: () => Promise.reject(new Error('unused')), print: () => undefined };

/** Every example of every command, as it stands in the help. */
const examples = commandGroups.flatMap(({ name, commands }) =>
  commands.flatMap((create) => {
    const command = create({ ...unused, progress: createProgressBar(undefined) });
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    const lines = [...help.matchAll(/npm run (?:--silent )?admin -- ([^\n]+)/g)];
    return lines.map(([, line = '']) => ({ command: `${name} ${command.name()}`, line: withoutShell(line) }));
  }),
);

/** Without what the shell around it does, and without remarks. */
function withoutShell(line: string): string {
  return line
    .replace(/ \(with [^)]*\)$/, '')
    .replace(/\)$/, '')
    .replace(/ \| .*$/, '');
}

const words = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'examples-'));
  await writeFile(join(folder, 'customers.csv'), 'phone_number,customer_name\n+12025550110,Ada\n');
  await writeFile(join(folder, 'sarah.mp3'), 'ID3');
  await writeFile(join(folder, 'opted-out.csv'), '+12025550111,asked\n');
});
afterAll(() => rm(folder, { recursive: true }));

/** Everything that the examples name. */
async function world(command: string) {
  const admin = setupAdmin({
    logs: { find: async () => [] },
  });
  const { deps, clock } = admin;
  const call = buildCall({ userId: 1, id: ID, hold: 2_000_000 });
  if (command === 'call end') {
    await admin.json('user', 'create', '--name', 'Acme');
    await admin.json('balance', 'add', '--user', '1', '--amount', '10');
    await deps.calls.createWithHold(call, { assistant: buildAssistant(), variables: {} });
  } else {
    await storeSettledCall(admin, call, { turns: [], at: clock.now() });
  }
  await deps.tokens.add(buildAccessToken({ userId: 1, id: ID }));
  await deps.assistants.create(buildAssistant({ userId: 1, id: ID, webhookUrl: 'https://crm.example.com/hooks' }));
  await deps.campaigns.add({ ...(await campaign(admin)), id: 1 });
  if (!command.startsWith('number add')) {
    for (const id of [1, 2]) {
      const phoneNumber = `+1202555000${id}`;
      await deps.phoneNumbers.add(buildPhoneNumber({ userId: 1, id, phoneNumber, inboundAssistantId: null }));
      deps.carrier.numbers.push({ carrierNumberId: `PN${id}`, phoneNumber, callsGoTo: null });
    }
  }
  if (command === 'do-not-call remove') {
    await deps.doNotCall.add(buildDoNotCallEntry({ userId: 1, phoneNumber: '+12025550101' }));
  }
  return admin;
}

async function campaign({ deps, json }: ReturnType<typeof setupAdmin>) {
  const { id } = await json<{ id: number }>('campaign', 'create', '--user', '1', '--name', 'Spring');
  const created = await deps.campaigns.get(1, id);
  if (!created) throw new Error('the campaign was not created');
  return created;
}

describe('an example of the help', () => {
  it.each(examples.filter(({ line }) => !ON_A_STACK.test(line)))('runs: $line', async ({ command, line }) => {
    const { run } = await world(command);
    const args = words(line).map((word) => (/\.(?:csv|mp3)$/.test(word) ? join(folder, word) : word));
    const { exitCode, out, error } = await run(...args);
    expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
    expect(out).not.toBe('');
  });

  it('is there for every command', () => {
    const named = new Set(examples.map(({ command }) => command));
    const all = commandGroups.flatMap(({ name, commands }) =>
      commands.map((create) => `${name} ${create({ ...unused, progress: createProgressBar(undefined) }).name()}`),
    );
    expect(all.filter((one) => !named.has(one))).toEqual([]);
  });
});
