import { expect, it } from 'vitest';
import { createDynamoDbConversationStore } from '#shared/conversations/dynamodb-conversation-store.ts';
import { receiveFrame } from '#shared/conversations/receive-frame.ts';
import { toTurns } from '#shared/conversations/transcript.ts';
import { holdCall } from '#test/support/in-memory/calls.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
/** A frame of API Gateway has 128 KB at most. */
const LONG = 'x'.repeat(120_000);

const frames: Array<Record<string, unknown>> = [
  { type: 'setup', callSid: 'CA1', customParameters: { call: '7.1', token: 'good-token' } },
  { type: 'prompt', voicePrompt: 'Hello?', last: true },
  { type: 'prompt', voicePrompt: 'Hello', last: false },
  { type: 'interrupt', utteranceUntilInterrupt: 'Good' },
  { type: 'dtmf', digit: '1' },
  { type: 'info', name: 'tokensPlayed', value: 'Good' },
  { type: 'info', name: 'clientSpeaking', value: 'on' },
  { type: 'error', description: 'too long' },
];
const values: unknown[] = [
  undefined,
  null,
  '',
  LONG,
  '\0\u0001\u001B[2J',
  '\uD800',
  5,
  -1e308,
  true,
  [1, 'a'],
  { a: 1 },
];

async function setup() {
  const live = await holdCall();
  const conversations = createDynamoDbConversationStore(table.real(), live.clock);
  await conversations.remove(live.connectionId);
  const opened = await holdCall({ conversations });
  const receive = (frame: unknown) => {
    opened.clock.move(1000);
    const { connectionId, clock, voiceSessions } = opened;
    return receiveFrame({ ...voiceSessions.read(connectionId, JSON.stringify(frame)), at: clock.now() }, opened);
  };
  return { ...opened, conversations, receive };
}

const cases = frames.flatMap((frame) =>
  Object.keys(frame).map((field) => ({ name: String(frame['type']), field, frame })),
);

it.each(cases)('no value of $field in the frame $name is a failure', async ({ field, frame }) => {
  const { receive } = await setup();
  for (const value of values) {
    await expect(receive({ ...frame, [field]: value }), JSON.stringify(value)?.slice(0, 40)).resolves.toBeUndefined();
  }
});

it('hears the beginning of an utterance that is too long, and many of them', async () => {
  const { receive, conversations, connectionId } = await setup();
  for (let index = 0; index < 5; index += 1)
    await receive({ type: 'prompt', voicePrompt: `${index} ${LONG}`, last: true });
  const conversation = await conversations.read(connectionId);
  const said = toTurns(conversation!).filter(({ sender }) => sender === 'human');
  expect(said.length).toBeGreaterThan(0);
  expect(said[0]!.text).toMatch(/^0 x{7998}/);
});
