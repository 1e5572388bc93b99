import { expect } from 'vitest';
import { estimateSpeechSeconds } from '#shared/conversations/speech-text.ts';
import type { CallWithTools } from '#test/properties/tool-loop/call-with-tools.ts';
import type { Received } from '#test/properties/tool-loop/receiver.ts';

/** By the receivers' own count. */
export function expectOnce({ received, spoken }: CallWithTools): void {
  const effects = Map.groupBy(received, ({ tool, args }) => `${tool.name} ${args}`);
  for (const requests of effects.values()) {
    const [{ tool }] = requests as [Received];
    if (!tool.isSafe) expect(new Set(requests.map(({ key }) => key)).size, 'a key is sent once').toBe(requests.length);
    if (tool.isRepeatable) continue;
    for (const [index, request] of requests.entries()) {
      const before = requests[index - 1];
      if (!before || before.key === request.key) continue;
      const isAnswered = before.answeredAt !== undefined;
      expect(isAnswered || tool.isSafe, `${tool.name} is sent again without an answer`).toBe(true);
      const endedAt = before.answeredAt ?? before.at;
      const isTold = spoken.some((one) => !one.isFiller && one.at > endedAt && one.at < request.at);
      expect(isTold, `${tool.name} is sent again before its result was told`).toBe(true);
      // The key names the words of the customer.
      expect(wordsIn(request.key), `${tool.name} is sent again for the same words`).not.toBe(wordsIn(before.key));
    }
  }
}

const wordsIn = (key: string) => key.replace(/_\d+$/, '');

/** Every use has an outcome, which the receiver has given, or it is honestly unknown. */
export async function expectOutcomes({ uses, received }: CallWithTools): Promise<void> {
  for (const { key, state } of await uses()) {
    const requests = received.filter((one) => one.key === key);
    expect(['done', 'failed', 'unknown', 'cancelled'], `${key} has an outcome`).toContain(state);
    if (state === 'done') expect(requests.some(({ answered }) => answered === 'done')).toBe(true);
    if (state === 'failed') expect(requests.some(({ answered }) => answered === 'failed')).toBe(true);
    if (state === 'cancelled') expect(requests).toEqual([]);
  }
}

const ONSET_MS = 300;

/** From the customer's words on, no gap while tools run, and after each tool a word. */
export function expectNoDeadAir({ received, spoken, said }: CallWithTools): void {
  let quietAt = 0;
  for (const [index, saidAt] of said.entries()) {
    const until = said[index + 1] ?? Infinity;
    const frames = spoken.filter(({ at }) => at >= saidAt && at < until);
    const requests = received.filter(({ at }) => at >= saidAt && at < until);
    const lastAnswer = Math.max(0, ...requests.map(({ answeredAt = 0 }) => answeredAt));
    if (until === Infinity && requests.length > 0)
      expect(
        frames.some(({ at, isFiller }) => !isFiller && at > lastAnswer),
        'a word after each tool',
      ).toBe(true);
    quietAt = Math.max(quietAt, saidAt);
    for (const { at, text } of frames) {
      const isWaiting = requests.some(
        ({ at: begun, answeredAt = 0 }) => begun <= at && begun < quietAt + 2_000 && answeredAt > quietAt,
      );
      const voiceAt = Math.max(at + ONSET_MS, quietAt);
      if (isWaiting) expect(voiceAt - quietAt, `silence before «${text}»`).toBeLessThanOrEqual(2_000);
      quietAt = voiceAt + estimateSpeechSeconds(text) * 1000;
    }
  }
}
