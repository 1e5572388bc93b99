import { describe, expect, it } from 'vitest';
import { findLanguageByName } from '#shared/catalog/languages.ts';
import { publicVoices } from '#shared/catalog/voices.ts';
import { createOpenAiRealtimeCalls } from '#shared/integrations/openai/openai-realtime-calls.ts';
import type { RealtimeCalls } from '#shared/realtime/realtime-calls.ts';
import { buildAssistant, buildScript } from '#test/support/builders.ts';
import { createObservers } from '#test/support/fakes.ts';
import { createMemoryRealtimeCalls } from '#test/support/memory/carrier.ts';
import { useRealtimeModel } from '#test/support/realtime-model.ts';

const model = useRealtimeModel();
const assistant = buildAssistant({ mode: 'multimodal', llmModelId: null, multimodalModelId: 101 });
const voice = publicVoices.find(({ mode }) => mode === 'multimodal')!;
const language = findLanguageByName('English')!;
const start = {
  model: 'gpt-realtime-2.1',
  assistant,
  voice,
  language,
  script: buildScript(),
  tools: { url: 'https://api.example.com/tools', token: 'secret', offered: [] },
  isMuted: true,
};

interface Subject {
  realtime: RealtimeCalls;
  /** A call comes in; gives its id. */
  ring: () => string;
  isOver: (id: string) => boolean;
}

function memory(): Subject {
  const realtime = createMemoryRealtimeCalls();
  let rung = 0;
  return {
    realtime,
    ring: () => {
      rung += 1;
      realtime.ring(`rtc_${rung}`);
      return `rtc_${rung}`;
    },
    isOver: (id) => ['over', 'rejected'].includes(realtime.calls.get(id)!.status),
  };
}

function openAi(): Subject {
  const { logger } = createObservers();
  const realtime = createOpenAiRealtimeCalls({ apiUrl: model.apiUrl(), apiKey: async () => model.apiKey, logger });
  const calls = new Map<string, ReturnType<typeof model.ring>>();
  return {
    realtime,
    ring: () => {
      const ringing = model.ring();
      calls.set(ringing.call.id, ringing);
      return ringing.call.id;
    },
    isOver: (id) => calls.get(id)!.call.state === 'over',
  };
}

describe.each([
  { adapter: 'memory', create: memory },
  { adapter: 'OpenAI', create: openAi },
])('realtime calls on $adapter', ({ create }) => {
  it('take a call that rings, once', async () => {
    const { realtime, ring, isOver } = create();
    const id = ring();
    await expect(realtime.accept(id, start)).resolves.toBe('accepted');
    await expect(realtime.accept(id, start)).resolves.toBe('refused');
    expect(isOver(id)).toBe(false);
  });

  it('find an unknown call over', async () => {
    await expect(create().realtime.accept('rtc_unknown', start)).resolves.toBe('over');
  });

  it('turn a call away that rings, and leave one alone that does not', async () => {
    const { realtime, ring, isOver } = create();
    const [ringing, live] = [ring(), ring()];
    await realtime.accept(live, start);
    await realtime.reject(ringing);
    await realtime.reject(live);
    expect([isOver(ringing), isOver(live)]).toEqual([true, false]);
  });

  it('hang up a live call, and find it over the second time', async () => {
    const { realtime, ring, isOver } = create();
    const id = ring();
    await realtime.accept(id, start);
    await realtime.hangUp(id);
    await realtime.hangUp(id);
    expect(isOver(id)).toBe(true);
  });

  it('tell a visitor that the call is gone', async () => {
    const { realtime, ring } = create();
    const id = ring();
    await realtime.accept(id, start);
    const visit = (await realtime.openSession(id))!;
    await realtime.hangUp(id);
    await expect(visit.say({ kind: 'sentence', text: 'Anybody?' }, 'played')).resolves.toBe('gone');
  });

  it('have no session of an unknown call', async () => {
    await expect(create().realtime.openSession('rtc_unknown')).resolves.toBeUndefined();
  });
});
