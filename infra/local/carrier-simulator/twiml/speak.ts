import type { LiveCall } from '#infra/local/carrier-simulator/call/live-call.ts';

const CHARACTERS_PER_SECOND = 14;

/** The carrier's own voice, outside of conversations. */
export async function speak(text: string, live: LiveCall): Promise<void> {
  if (live.over.aborted) return;
  live.ear.connect();
  live.ear.becomes('speaking');
  await live.exchange.clock.sleep(text.length / CHARACTERS_PER_SECOND, { signal: live.over });
  if (live.over.aborted) return;
  live.note('dialogue', { who: 'assistant', text });
  live.ear.hears(text);
  live.ear.becomes('quiet');
}
