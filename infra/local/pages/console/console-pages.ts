import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { rehearsalNote } from '#infra/local/address/rehearsal-note.ts';
import type { StackAddress } from '#infra/local/address/stack-address.ts';
import { type HttpAnswer, jsonAnswer } from '#infra/local/aws/http/http-message.ts';
import type { ReceivedWebhook } from '#infra/local/webhook-sink/webhook-sink.ts';
import { models } from '#shared/container.ts';

export interface ConsoleSources {
  address: StackAddress;
  webhooks: () => ReceivedWebhook[];
}

const SHOWN = 30;
const PAGE = join(import.meta.dirname, 'console.html');

const SimulatorCalls = v.object({
  calls: v.array(
    v.object({
      to: v.string(),
      parameters: v.object({ Url: v.optional(v.array(v.string()), []) }),
      dialogue: v.array(v.object({ at: v.number(), who: v.string(), text: v.string() })),
      timeline: v.array(v.object({ at: v.number(), type: v.string(), data: v.unknown() })),
    }),
  ),
});

/** The console: one page and its state. */
export function consolePages({ address, webhooks }: ConsoleSources): Map<string, () => Promise<HttpAnswer>> {
  return new Map([
    ['/console', page],
    ['/console/', page],
    [
      '/console/state',
      async () => {
        const carrier = await askSimulator(address.simulator_url);
        const note = rehearsalNote(models().access);
        return jsonAnswer(200, { ...address, ...carrier, note, webhooks: webhooks().slice(-SHOWN).toReversed() });
      },
    ],
  ]);
}

async function page(): Promise<HttpAnswer> {
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: await readFile(PAGE) };
}

/** The newest events of all calls and the dialogue of the newest calls; empty while the simulator does not answer. */
async function askSimulator(url: string) {
  try {
    const response = await fetch(`${url}/_simulator/calls`);
    const { calls } = v.parse(SimulatorCalls, await response.json());
    const events = calls.flatMap(({ to, timeline }) => timeline.map((event) => ({ to, ...event })));
    const dialogue = calls
      .slice(-SHOWN)
      .flatMap(({ parameters, dialogue: lines }) => lines.map((line) => ({ path: parameters.Url[0] ?? '', ...line })));
    return { dialogue, simulator: events.toSorted((one, other) => other.at - one.at).slice(0, SHOWN) };
  } catch {
    return { dialogue: [], simulator: [] };
  }
}
