import { fork } from 'node:child_process';
import { join } from 'node:path';
import * as v from 'valibot';
import type { BenchReport } from '#test/bench/bench.ts';
import { drawChart } from '#test/bench/draw-chart.ts';
import { startModelServer } from '#test/bench/voice/model-server.ts';
import { readCall, SimulatedCall, type CallReading } from '#test/bench/voice/read-call.ts';
import { startSlowPosts } from '#test/bench/voice/slow-posts.ts';

const POSTS_MS = [5, 15, 40];
const CALLS = 200;
/** The calls run in real time: at a higher pace, more of them would be in one second. */
const SPEED = 1;

interface Row {
  postMs: number;
  calls: number;
  turns: number;
  p50: number;
  p99: number;
  worst: number;
  interruptions: number;
  framesAfterInterrupt: number;
  orderViolations: number;
}

const FromRound = v.union([
  v.object({ origin: v.string() }),
  v.object({ calls: v.array(v.object({ ...SimulatedCall.entries, tag: v.string() })) }),
]);

/** P11: our share of a spoken turn, from the prompt frame to the first text frame less the model's time, under many calls. */
export async function benchVoice(args: string[]): Promise<BenchReport> {
  const calls = args[0] === undefined ? CALLS : Number(args[0]);
  const rows: Row[] = [];
  for (const postMs of POSTS_MS) rows.push(summarise(postMs, await runRound(postMs, calls)));
  return { figures: rows, table: toTable(rows), chart: toChart(rows) };
}

async function runRound(postMs: number, calls: number): Promise<CallReading[]> {
  const [model, posts] = await Promise.all([startModelServer(), startSlowPosts(postMs)]);
  const options = JSON.stringify({ modelUrl: model.url, postsUrl: posts.url, calls, speed: SPEED });
  const child = fork(join(import.meta.dirname, 'voice-round.ts'), [options], { execArgv: [] });
  try {
    const seen = await new Promise<Array<SimulatedCall & { tag: string }>>((resolve, reject) => {
      child.on('message', (message) => {
        const told = v.parse(FromRound, message);
        if ('origin' in told) posts.lead(told.origin);
        else resolve(told.calls);
      });
      child.on('exit', (code) => reject(new Error(`the round ended with ${code}`)));
    });
    const turns = Map.groupBy(model.turns(), ({ tag }) => tag);
    return seen.filter(({ tag }) => tag !== 'warm').map((call) => readCall(call, turns.get(call.tag) ?? []));
  } finally {
    child.removeAllListeners('exit');
    await new Promise<void>((resolve) => (child.exitCode === null ? child.once('exit', () => resolve()) : resolve()));
    model.stop();
    posts.stop();
  }
}

function summarise(postMs: number, readings: CallReading[]): Row {
  const shares = readings.flatMap(({ ourShare }) => ourShare).toSorted((one, other) => one - other);
  const frames = readings.flatMap(({ framesAfterInterrupt }) => framesAfterInterrupt);
  const at = (part: number) => shares[Math.min(shares.length - 1, Math.floor(shares.length * part))] ?? 0;
  return {
    postMs,
    calls: readings.length,
    turns: shares.length,
    p50: at(0.5),
    p99: at(0.99),
    worst: shares.at(-1) ?? 0,
    interruptions: frames.length,
    framesAfterInterrupt: Math.max(0, ...frames),
    orderViolations: readings.reduce((sum, { orderViolations }) => sum + orderViolations, 0),
  };
}

function toTable(rows: Row[]): string {
  const cells = rows.map((row) =>
    [
      `${row.postMs} ms`,
      row.calls,
      row.turns,
      `${row.p50} ms`,
      `${row.p99} ms`,
      `${row.worst} ms`,
      `${row.framesAfterInterrupt} (of ${row.interruptions})`,
      row.orderViolations,
    ].join(' | '),
  );
  return [
    '| a post takes | calls at once | turns | our share, p50 | p99 | worst | most frames after an interruption | order violations |',
    '|---|---|---|---|---|---|---|---|',
    ...cells.map((line) => `| ${line} |`),
  ].join('\n');
}

const toChart = (rows: Row[]): string =>
  drawChart({
    title: `Our share of a spoken turn in milliseconds, ${rows[0]?.calls ?? 0} calls at once`,
    x: rows.map(({ postMs }) => postMs),
    xLabel: 'milliseconds that a post to the carrier takes',
    lines: [
      { name: 'p50', colour: '#2563eb', y: rows.map(({ p50 }) => p50) },
      { name: 'p99', colour: '#dc2626', y: rows.map(({ p99 }) => p99) },
      { name: 'the post', colour: '#888888', y: rows.map(({ postMs }) => postMs) },
    ],
  });
