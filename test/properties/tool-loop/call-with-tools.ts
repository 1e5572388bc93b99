import { followTools } from '#shared/conversations/follow-tools.ts';
import { receiveFrame } from '#shared/conversations/receive-frame.ts';
import { continueConversation } from '#shared/conversations/silence.ts';
import { estimateSpeechSeconds } from '#shared/conversations/speech-text.ts';
import type { LineEvent, VoiceFrame } from '#shared/conversations/voice-session.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import type { QueueMessage, QueueName } from '#shared/platform/queue/messages.ts';
import { createChanceModel } from '#test/properties/tool-loop/chance-model.ts';
import { createChance } from '#test/properties/tool-loop/chance.ts';
import { createReceiver, kinds } from '#test/properties/tool-loop/receiver.ts';
import { createVirtualTime } from '#test/properties/tool-loop/virtual-time.ts';
import { carrierCallId, storeCall } from '#test/support/in-memory/calls.ts';
import { outsideToolsOf } from '#test/support/memory/tool-uses.ts';

const ALIVE = 1_000_000_000;
const answeredAt = Date.UTC(2026, 5, 30, 11, 53, 30);
const call = { status: 'in-progress', carrierCallId, answeredAt } as const;

export interface Spoken {
  at: number;
  text: string;
  isFiller: boolean;
}

/** A call on virtual time: all stores take some milliseconds, and what has faults is killed, doubled, late and lost. */
export async function createCallWithTools(seed: number, hasFaults: boolean) {
  const chance = createChance(seed);
  const stored = await storeCall(call, {
    toolIds: kinds.map(({ id }) => id),
    greetingInterruptible: true,
    llmModelId: 1,
  });
  const time = createVirtualTime(answeredAt);
  const { clock } = time;
  const { received, tools } = createReceiver(time, chance, hasFaults);
  const story: string[] = [];
  const tell = (what: string) =>
    void story.push(`${clock.now() - answeredAt} ${time.current()?.name ?? 'world'}: ${what}`);
  const takes = () => (hasFaults && chance.is(0.01) ? chance.int(200, 3_000) : chance.int(1, 12));
  const slow = <Store extends object>(store: Store): Store =>
    Object.fromEntries(
      Object.entries(store).map(([name, act]) => [
        name,
        (...args: unknown[]) => time.step(takes, async () => (act as (...all: unknown[]) => Promise<unknown>)(...args)),
      ]),
    ) as Store;
  const spoken: Spoken[] = [];
  const said: number[] = [];
  const connection = { number: 0, isGone: false };
  const connectionId = () => `connection-${connection.number}`;
  const stepsOf = (name: string) => (hasFaults && chance.is(name === 'frame' ? 0.06 : 0.1) ? chance.int(1, 60) : ALIVE);

  const deps = {
    ...stored,
    clock,
    conversations: slow(stored.conversations),
    toolUses: slow(stored.toolUses),
    calls: slow({ ...stored.calls }) as typeof stored.calls,
    model: createChanceModel(time, chance, hasFaults),
    outsideTools: outsideToolsOf(
      tools.map((tool) => ({
        ...tool,
        send: (request) => (tell(`sends ${tool.name} ${request.key}`), tool.send(request)),
      })),
    ),
    socket: {
      send: (to: string, frame: VoiceFrame) =>
        time.step(takes, async (): Promise<'sent' | 'gone'> => {
          if (to !== connectionId() || connection.isGone) return 'gone';
          const text = frame.kind === 'speech' ? frame.text : `<${frame.kind}>`;
          tell(`says ${text}`);
          spoken.push({ at: clock.now(), text, isFiller: !/number|\d/.test(text) });
          return 'sent';
        }),
    },
    pause: (milliseconds: number) =>
      time.step(
        () => milliseconds,
        async () => undefined,
      ),
    timer: {
      latenessSeconds: 1,
      at: <Name extends QueueName>(dueAt: number, queue: Name, message: QueueMessage<Name>) =>
        time.step(takes, async () => enqueue(dueAt, queue, message)),
      afterCallSeconds: <Name extends QueueName>(seconds: number, queue: Name, message: QueueMessage<Name>) =>
        deps.timer.at(clock.now() + seconds * 1000, queue, message),
    },
    connectionOfToken: async (token: string) => Number(token),
  };

  function enqueue(dueAt: number, queue: QueueName, message: QueueMessage<QueueName>): void {
    const copies = hasFaults && chance.is(0.1) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const late = hasFaults && chance.is(0.2) ? chance.int(100, 4_000) : chance.int(10, 100);
      time.at(dueAt + late, () => void deliver(queue, structuredClone(message), 1));
    }
  }
  async function deliver(queue: QueueName, message: QueueMessage<QueueName>, receives: number): Promise<void> {
    const name = `${queue} ${JSON.stringify(message)}`;
    const invoke = async () => {
      try {
        if (queue === 'run-tool') await followTools(message as QueueMessage<'run-tool'>, deps);
        if (queue === 'continue-conversation')
          await continueConversation(message as QueueMessage<'continue-conversation'>, deps);
      } catch (error) {
        if (!(error instanceof RetryLater)) throw error;
        time.at(clock.now() + error.delaySeconds * 1000, () => void deliver(queue, message, receives));
      }
    };
    const end = await time.start(name, receives < 3 ? stepsOf(queue) : ALIVE, invoke);
    if (end === 'failed') failures.push(name);
    if (end !== 'ended' && receives < 3)
      time.at(clock.now() + 30_000, () => void deliver(queue, message, receives + 1));
  }
  const quietAt = () =>
    spoken.reduce((until, { at, text }) => Math.max(at + 300, until) + estimateSpeechSeconds(text) * 1000, 0);
  const failures: string[] = [];
  const watch = async (name: string, ending: ReturnType<typeof time.start>) => {
    if ((await ending) === 'failed') failures.push(name);
  };
  const frame = (event: LineEvent, isSafe = false) => {
    const at = clock.now();
    const to = connectionId();
    const run = async () => receiveFrame({ connectionId: to, frame: event, at }, deps);
    void watch(JSON.stringify(event), time.start('frame', isSafe ? ALIVE : stepsOf('frame'), run));
  };
  const opened = () =>
    frame(
      {
        kind: 'opened',
        carrierCallId,
        call: `${stored.key.userId}.${stored.key.callId}`,
        token: String(connection.number),
      },
      true,
    );
  return {
    ...time,
    chance,
    story,
    spoken,
    said,
    received,
    failures,
    open: opened,
    say(text: string) {
      tell(`customer says ${text}`);
      said.push(clock.now());
      const copies = hasFaults && chance.is(0.15) ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) frame({ kind: 'said', text, isFinal: true });
    },
    cough() {
      tell('customer coughs');
      frame({ kind: 'interrupted', heard: '' });
    },
    /** The carrier connects the call again, and asks for the last words once more. */
    reconnect() {
      tell('connection lost');
      connection.isGone = true;
      time.at(clock.now() + 2_000, () => {
        connection.number += 1;
        connection.isGone = false;
        opened();
      });
    },
    /** Until the voice is over, as far as is known then. */
    async untilQuiet() {
      await time.passUntil(clock.now() + 100);
      while (quietAt() > clock.now()) await time.passUntil(quietAt());
    },
    uses: async () => (await stored.toolUses.list(stored.key)).flatMap((turn) => turn.uses),
    setTimeout: time.setTimeout,
  };
}

export type CallWithTools = Awaited<ReturnType<typeof createCallWithTools>>;
