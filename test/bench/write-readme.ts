import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'oxfmt';
import * as v from 'valibot';

const FOLDER = import.meta.dirname;
const PROJECT = join(FOLDER, '../..');
const BEGIN = '<!-- bench: written by npm run bench -->';
const END = '<!-- /bench -->';

const reports: Record<string, { title: string; about: string; charts: string[] }> = {
  lists: {
    title: 'Lists of calls',
    about:
      'One user, a year of calls; all 64 mixes of the six filters, first, middle and last page. Below it the same lists over HTTP, four connections, against Fastify and PostgreSQL with the same rows, a covering index for each way in, and the same JSON. Ours are read from the emulator of DynamoDB, which is no faster than its language and its disk; the figures compare two programs on one machine, not two clouds.',
    charts: ['lists', 'lists-time'],
  },
  assistants: {
    title: 'Lists of assistants',
    about: 'The dearest of first, middle and last page.',
    charts: ['assistants'],
  },
  units: {
    title: 'Capacity units',
    about:
      'Of each function as the stack ran it, beside the least that touching the same items once could cost; then all writes of one call.',
    charts: ['units'],
  },
  hops: {
    title: 'Requests in a row',
    about: 'Over the network, of whatever kind: table, queues, carrier, sockets, webhooks.',
    charts: ['hops'],
  },
  wallet: { title: 'One wallet, many spenders', about: '', charts: ['wallet'] },
  pipeline: {
    title: 'Calls from accept to webhook',
    about:
      'On the local stack, where service, queues, table, carrier simulator and receiver share the processors; the customer is busy, so that it is our work that is measured.',
    charts: ['pipeline'],
  },
  dialer: {
    title: 'A campaign that is dialled',
    about: 'From the log of the simulated carrier, whose customers pick up and say nothing for some fifty seconds.',
    charts: ['dialer'],
  },
  voice: {
    title: 'Our share of a spoken turn',
    about:
      "From the customer's last word at the carrier to the first text that it gets, less the time in which the language model was waited for. The calls run in real time. Each function runs in a thread of its own, and all of them share two processors with the table, the queues, the carrier simulator and the model; in Lambda each turn has its own.",
    charts: ['voice'],
  },
  cold: {
    title: 'Cold starts and bundles',
    about:
      'A process from its start to its first request to the table, beside a handler that is the bare SDK and does the same; median of the runs.',
    charts: ['cold'],
  },
};

/** Writes test/bench/README.md from the reports that there are, and the headline figures into the project's README. */
export async function writeReadme(): Promise<void> {
  const parts = [
    '# Benchmarks',
    '',
    '`npm run bench` runs all of them, `npm run bench -- lists` one. They write this page, the [charts](reports) and [latest.json](latest.json).',
    'Absolute times are those of a machine that others used too: what counts are ratios of one run, and counts.',
    '',
  ];
  for (const [name, { title, about, charts }] of Object.entries(reports)) {
    const file = join(FOLDER, 'reports', `${name}.md`);
    if (!existsSync(file)) continue;
    const images = charts
      .filter((chart) => existsSync(join(FOLDER, 'reports', `${chart}.svg`)))
      .map((chart) => `![${title}](reports/${chart}.svg)`);
    parts.push(`## ${title}`, '', about, '', await readFile(file, 'utf8'), '', ...images, '');
  }
  await writeFormatted(join(FOLDER, 'README.md'), parts.join('\n'));
  const path = join(PROJECT, 'README.md');
  const readme = await readFile(path, 'utf8');
  const [before, rest] = readme.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) return;
  await writeFormatted(path, `${before}${BEGIN}\n\n${await headline()}\n\n${END}${after}`);
}

const Latest = v.object({
  lists: v.optional(
    v.object({
      rows: v.array(
        v.object({
          calls: v.number(),
          fewFilters: v.number(),
          anyMix: v.number(),
          depth: v.number(),
          countUnits: v.number(),
        }),
      ),
    }),
  ),
  units: v.optional(v.object({ call: v.object({ turns: v.number(), writeUnits: v.number() }) })),
  dialer: v.optional(v.object({ leads: v.number(), firstDialSeconds: v.number(), busyOnAverage: v.number() })),
  voice: v.optional(
    v.array(
      v.object({
        postMs: v.number(),
        calls: v.number(),
        p50: v.number(),
        p99: v.number(),
        framesAfterInterrupt: v.number(),
      }),
    ),
  ),
  cold: v.optional(
    v.object({ rows: v.array(v.object({ id: v.string(), kilobytes: v.number(), timesBare: v.number() })) }),
  ),
  wallet: v.optional(v.object({ spenders: v.number(), failures: v.number(), isExact: v.boolean() })),
});

async function headline(): Promise<string> {
  const { lists, units, wallet, dialer, voice, cold } = v.parse(
    Latest,
    JSON.parse(await readFile(join(FOLDER, 'latest.json'), 'utf8')),
  );
  const lines = (lists?.rows ?? []).map(
    ({ calls, fewFilters, anyMix, depth, countUnits }) =>
      `| ${calls.toLocaleString('en')} | ${fewFilters} | ${anyMix} | ${depth} | ${countUnits.toLocaleString('en')} |`,
  );
  return [
    'Read units to find one page of calls and its exact total, the dearest of 64 mixes of filters:',
    '',
    '| calls of the user | no filter or one | any mix | round trips in a row | reading them all |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
    '',
    units &&
      `- One call with ${units.call.turns} spoken turns: ${units.call.writeUnits} write units from request to webhook.`,
    wallet &&
      `- ${wallet.spenders} spenders at once on one wallet: ${wallet.failures} failures, money ${wallet.isExact ? 'exact' : 'wrong'}.`,
    dialer &&
      `- A campaign of ${dialer.leads.toLocaleString('en')} leads on 50 lines: first call after ${dialer.firstDialSeconds} s, ${dialer.busyOnAverage} lines busy.`,
    ...(voice ?? []).map(
      ({ postMs, calls, p50, p99, framesAfterInterrupt }) =>
        `- ${calls} calls at once on two processors, a post to the carrier takes ${postMs} ms: our share of a turn ${p50} ms (p50), ${p99} ms (p99); ${framesAfterInterrupt} frames at most after an interruption.`,
    ),
    ...(cold ? coldLines(cold.rows) : []),
    '',
    '![Read units to find one page](test/bench/reports/lists.svg)',
    '![Lists in a second, against PostgreSQL](test/bench/reports/lists-time.svg)',
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}

/** Of the HTTP functions, which are those whose folder is a resource of the API. */
function coldLines(rows: Array<{ id: string; kilobytes: number; timesBare: number }>): string[] {
  const others = ['authorizer', 'carrier', 'queue', 'socket', 'schedule'];
  const ofKind = (isKind: (kind: string) => boolean) => {
    const some = rows.filter(({ id }) => isKind(id.split('/')[0] ?? ''));
    const most = (values: number[]) => Math.max(0, ...values);
    const times = most(some.map(({ timesBare }) => timesBare)).toFixed(2);
    return `${times} × a bare SDK handler and ${most(some.map(({ kilobytes }) => kilobytes))} KB at most`;
  };
  return [
    `- Cold start of the authorizer: ${ofKind((kind) => kind === 'authorizer')}; of the HTTP functions: ${ofKind((kind) => !others.includes(kind))}.`,
  ];
}

export async function writeFormatted(path: string, text: string): Promise<void> {
  const { code } = await format(path, text);
  await writeFile(path, code);
}

if (import.meta.main) await writeReadme();
