import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as v from 'valibot';
import { markdownTable } from '#test/bench/markdown-table.ts';
import type { BenchReport } from '#test/bench/report.ts';
import { startModelServer } from '#test/bench/voice/model-server.ts';
import { readCall, SimulatedCall, type CallReading } from '#test/bench/voice/read-call.ts';
import { startSlowPosts } from '#test/bench/voice/slow-posts.ts';

const POSTS_MS = [5, 15, 40];
const CALLS = 200;
/** The calls run in real time: at a higher pace, more of them would be in one second. */
const SPEED = 1;

const FromRound = v.union([
  v.object({ origin: v.string() }),
  v.object({ calls: v.array(v.object({ ...SimulatedCall.entries, tag: v.string() })) }),
]);

/** P11: our share of a spoken turn, from the prompt frame to the first text frame less the model's time, under many calls. */
export async function benchVoice(args: string[]): Promise<BenchReport> {
  const rows = [];
  const posts = args[1] ? [Number(args[1])] : POSTS_MS;
  const round = { calls: Number(args[0] ?? CALLS), speed: Number(args[2] ?? SPEED) };
  for (const postMs of posts) rows.push(summarise(postMs, await runRound(postMs, round)));
  const titles = [
    'a post takes',
    'concurrent calls',
    'turns',
    'our share, p50',
    'p99',
    'worst',
    'most frames after an interruption',
    'order violations',
  ];
  return {
    table: markdownTable(
      titles,
      rows.map(({ cells }) => cells),
    ),
    headline: rows.map(({ headline }) => headline).join('\n'),
  };
}

async function runRound(postMs: number, round: { calls: number; speed: number }): Promise<CallReading[]> {
  const [model, posts] = await Promise.all([startModelServer(), startSlowPosts(postMs)]);
  const options = JSON.stringify({ modelUrl: model.url, postsUrl: posts.url, ...round });
  const child = fork(join(import.meta.dirname, 'voice-round.ts'), [options], { execArgv: [] });
  const ended = once(child, 'exit');
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
    await ended;
    await Promise.all([model.stop(), posts.stop()]);
  }
}

function summarise(postMs: number, readings: CallReading[]) {
  const shares = readings.flatMap(({ ourShare }) => ourShare).toSorted((one, other) => one - other);
  const frames = readings.flatMap(({ framesAfterInterrupt }) => framesAfterInterrupt);
  const at = (part: number) => shares[Math.min(shares.length - 1, Math.floor(shares.length * part))] ?? 0;
  const [p50, p99] = [at(0.5), at(0.99)];
  const mostFrames = Math.max(0, ...frames);
  const calls = readings.length;
  return {
    cells: [
      `${postMs} ms`,
      calls,
      shares.length,
      `${p50} ms`,
      `${p99} ms`,
      `${shares.at(-1) ?? 0} ms`,
      `${mostFrames} (of ${frames.length})`,
      readings.reduce((sum, { orderViolations }) => sum + orderViolations, 0),
    ],
    headline:
      `- In ${calls} concurrent calls on two processors, with ${postMs} ms for a post to the carrier, ` +
      `our share of a turn is ${p50} ms (p50) and ${p99} ms (p99), with at most ${mostFrames} frames after an interruption.`,
  };
}
