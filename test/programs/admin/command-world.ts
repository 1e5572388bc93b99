import { execFile, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createAuditLog, type AuditEntry } from '#infra/admin/audit/audit-log.ts';
import { connect, type Target } from '#infra/admin/connect.ts';
import type { AdminDeps } from '#infra/admin/deps/admin-deps.ts';
import { everyItem } from '#infra/admin/erase/scan-table.ts';
import { runAdmin } from '#infra/admin/run-admin.ts';
import { assistants, calls, doNotCall, table, webhookDeliveries } from '#shared/container.ts';
import { dynamo } from '#shared/platform/environment.ts';
import { putAll, removeAll, type NewItem } from '#shared/platform/table/write.ts';
import { settleCall } from '#test/infra/admin/settled-call.ts';
import type { World } from '#test/programs/admin/command-rows.ts';
import { buildAssistant, buildCall, buildDoNotCallEntry } from '#test/support/builders.ts';
import { useLocalStack } from '#test/support/local-stack.ts';
import { programEnvironment } from '#test/support/program-environment.ts';

const CALL = 6_032_158_326_784;
const OPEN_CALL = 6_032_158_326_785;
const ASSISTANT = 6_032_158_326_700;
export type Connect = (target: Target) => Promise<AdminDeps>;

interface Stopped {
  code: number;
  out: string;
  error: string;
  written: string[];
  unknown: string[];
}

/** A stack whose workers rest, with everything that the rows name. Call at the top of a file. */
export function useCommandWorld() {
  let folder = '';
  const running = useLocalStack(async () => {
    folder = await mkdtemp(join(tmpdir(), 'admin-commands-'));
    return { dataDir: join(folder, 'data'), workers: false };
  });

  let world: World;
  let fresh: Map<string, NewItem>;

  beforeAll(async () => {
    const [seeded] = running().users;
    await storeWorld();
    await writeFile(join(folder, 'customers.csv'), 'phone_number,name\n+12025550177,Ada\n+12025550178,Bob\n12,Cy\n');
    await writeFile(join(folder, 'sarah.mp3'), Buffer.from('ID3\u0004 a voice'));
    await writeFile(join(folder, 'opted-out.csv'), '+12025550179,asked\n+12025550180,asked\n');
    const token = await admin('token', 'issue', '--user', '1', '--name', 'old', '--json');
    world = {
      folder,
      sink: `${running().stack.address.webhook_sink_url}/admin`,
      call: CALL,
      openCall: OPEN_CALL,
      token: (JSON.parse(token.out) as { id: number }).id,
      campaign: seeded!.campaigns[0]!.id,
      assistant: ASSISTANT,
      number: seeded!.phone_numbers.at(-1)!.phone_number,
    };
    fresh = await everything();
  });

  /** The program as a shell runs it. */
  function admin(...args: string[]): Promise<{ code: number; out: string; error: string }> {
    return watched(args).ended;
  }

  /** The same, which can be stopped. */
  function watched(args: string[]): {
    child: ChildProcess;
    ended: Promise<{ code: number; out: string; error: string }>;
  } {
    const options = { env: programEnvironment({ DATA_DIR: join(folder, 'data') }) };
    const { promise: ended, resolve } = Promise.withResolvers<{ code: number; out: string; error: string }>();
    const child = execFile(process.execPath, ['infra/admin/admin.ts', ...args], options, (_, out, error) => {
      resolve({ code: child.exitCode ?? -1, out, error });
    });
    return { child, ended };
  }

  /** The same command line in this process. */
  async function inProcess(args: string[], connected: Connect = connect): Promise<Stopped> {
    const printed = { out: '', error: '' };
    const { requestHandler } = dynamo().config;
    const { handle } = requestHandler;
    const code = await runAdmin([...args, '--json'], {
      connect: connected,
      out: (text) => (printed.out += text),
      error: (text) => (printed.error += text),
      env: { DATA_DIR: join(folder, 'data') },
    });
    requestHandler.handle = handle;
    if (printed.error === '') return { code, ...printed, written: [], unknown: [] };
    const { error } = JSON.parse(printed.error) as {
      error: { message: string; written?: string[]; unknown?: string[] };
    };
    return { code, out: printed.out, error: error.message, written: error.written ?? [], unknown: error.unknown ?? [] };
  }

  async function restore(): Promise<void> {
    const changed = await changesSince(fresh);
    await putAll(
      table(),
      changed.flatMap((name) => fresh.get(name) ?? []),
    );
    const added = changed.filter((name) => !fresh.has(name)).map((name) => name.split(/ (?=[^ ]*$)/));
    await removeAll(
      table(),
      added.map(([pk = '', sk = '']) => ({ pk, sk })),
    );
  }

  afterAll(() => rm(folder, { recursive: true, force: true }));
  return { world: () => world, fresh: () => fresh, admin, watched, inProcess, restore };
}

async function storeWorld() {
  const deps = { calls: calls(), deliveries: webhookDeliveries() };
  await settleCall(deps, buildCall({ userId: 1, id: CALL }), { turns: [], at: Date.now() });
  const open = buildCall({ userId: 1, id: OPEN_CALL });
  await calls().createWithHold(open, { assistant: buildAssistant({ userId: 1 }), variables: {} });
  await assistants().create(buildAssistant({ userId: 1, id: ASSISTANT }));
  for (const phoneNumber of ['+12025550166', '+12025550188']) {
    await doNotCall().add(buildDoNotCallEntry({ userId: 1, phoneNumber }));
  }
}

/** All items but the audit log and the position of a scan, by their keys. */
export async function everything(): Promise<Map<string, NewItem>> {
  const items = new Map<string, NewItem>();
  for await (const item of everyItem(table())) {
    if (!item.pk.startsWith('AUDIT#')) items.set(`${item.pk} ${item.sk}`, item);
  }
  return items;
}

/** The table has no order of attributes. */
const plain = (item: NewItem | undefined) =>
  JSON.stringify(item, (_, value: unknown) => {
    if (value instanceof Set) return [...value].map(String).toSorted();
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });

/** The keys of the items that differ. */
export async function changesSince(before: ReadonlyMap<string, NewItem>): Promise<string[]> {
  const after = await everything();
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => plain(before.get(name)) !== plain(after.get(name)),
  );
}

export async function auditOf(command: string): Promise<AuditEntry[]> {
  const entries = await createAuditLog(table()).ofMonth(new Date().toISOString().slice(0, 7));
  return entries.filter((entry) => entry.command === command);
}
