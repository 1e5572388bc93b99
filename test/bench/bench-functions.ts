import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalStack } from '#infra/local/compose/local-stack.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { markdownTable } from '#test/bench/markdown-table.ts';
import { startObservedStack, type Invocation } from '#test/bench/observed-stack.ts';
import type { BenchReport } from '#test/bench/report.ts';
import { askStack } from '#test/bench/stack-client.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';

/** P3: units of each function and of one call's life; P4: hops of each function. */
export async function benchFunctions(): Promise<BenchReport> {
  const { stack, take } = await startObservedStack();
  try {
    take();
    await tour(stack);
    const webhook = { is_webhook_active: true, webhook_url: `${stack.address.webhook_sink_url}/bench` };
    const request = assistantRequest({ ...webhook, system_prompt: PROMPT });
    const { data } = await askStack<Created>(stack, 'POST', '/user/assistant', request);
    // The first call of a user starts its fairness round, and the first webhook the record of its receiver.
    await lifeOfOneCall(stack, data.id);
    const toured = take();
    const turns = await lifeOfOneCall(stack, data.id);
    const ofCall = take();
    const functions = markdownTable(
      ['function', 'requests in a row', 'requests', 'read units', 'write units'],
      typicalRuns([...toured, ...ofCall]).map((one) => [
        one.functionId,
        one.hops,
        one.requests,
        one.readUnits,
        one.writeUnits,
      ]),
    );
    const { rows, total } = writesOf(ofCall);
    const life = markdownTable(
      [`a call with a prompt of ${PROMPT.length} characters, from request to webhook`, 'write units, failed ones too'],
      [
        ...rows.filter(([, units]) => units > 0),
        [`all, with ${turns} spoken turns`, total],
        ['aim, for five exchanges', 45],
      ],
    );
    const items = markdownTable(['function', 'item', 'times', 'refused', 'write units'], itemsOf(ofCall));
    return {
      table: `${functions}\n\n${life}\n\n${items}`,
      headline: `- One call with ${turns} spoken turns takes ${total} write units from request to webhook.`,
    };
  } finally {
    await stack.stop();
  }
}

const PROMPT = 'Answer in two short sentences, and ask one question. '.repeat(160).slice(0, 8000);

/** Without those that need the id of a call. */
const READS = manifest.flatMap((row) =>
  row.kind === 'http' && row.method === 'GET' && row.auth !== 'none' && !/\{|deliveries/.test(row.path)
    ? [row.path]
    : [],
);

interface Created {
  data: { id: number };
}

/** Every read, and what is created, changed and deleted, a few times. */
async function tour(stack: LocalStack): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    const { data } = await askStack<Created>(stack, 'POST', '/user/assistant', assistantRequest());
    await askStack(stack, 'PUT', `/user/assistant/${data.id}`, { assistant_name: `Reception ${round}` });
    for (const path of READS) await askStack(stack, 'GET', path);
    await askStack(stack, 'DELETE', `/user/assistant/${data.id}`);
  }
}

/** Makes a call and waits for its webhook. Returns the number of its spoken turns. */
async function lifeOfOneCall(stack: LocalStack, assistant_id: number): Promise<number> {
  const delivered = () => stack.sink.received().filter(({ path }) => path.endsWith('/bench')).length;
  const before = delivered();
  await askStack(stack, 'POST', '/user/make_call', { phone_number: '+12025550101', assistant_id });
  const deadline = Date.now() + 60_000;
  while (delivered() === before) {
    if (Date.now() > deadline) throw new Error('the call did not end');
    await sleep(100);
  }
  await sleep(500);
  const list = await askStack<{ data: Array<{ transcript: string }> }>(stack, 'GET', '/user/calls?per_page=1');
  return list.data[0]!.transcript.split('\n').length;
}

/** Of each function the run in the middle: the first may have had clients to start. */
function typicalRuns(invocations: Invocation[]): Invocation[] {
  return [...Map.groupBy(invocations, ({ functionId }) => functionId).values()]
    .map((runs) => runs.toSorted((one, other) => one.writeUnits - other.writeUnits || one.hops - other.hops))
    .map((runs) => runs[runs.length >> 1]!)
    .toSorted((one, other) => one.functionId.localeCompare(other.functionId));
}

function writesOf(invocations: Invocation[]) {
  const sum = (some: Invocation[]) => Math.round(some.reduce((units, one) => units + one.writeUnits, 0));
  const byFunction = Map.groupBy(invocations, ({ functionId }) => functionId);
  const rows = [...byFunction].map(([name, runs]): [string, number] => [name, sum(runs)]);
  return { rows, total: sum(invocations) };
}

function itemsOf(invocations: Invocation[]) {
  const all = invocations.flatMap(({ functionId, writes }) => writes.map((one) => ({ functionId, ...one })));
  return [...Map.groupBy(all, ({ functionId, kind }) => `${functionId} ${kind}`).values()].map((some) => [
    some[0]!.functionId,
    some[0]!.kind,
    some.length,
    some.filter(({ isRefused }) => isRefused).length,
    some.reduce((sum, { units }) => sum + units, 0),
  ]);
}
