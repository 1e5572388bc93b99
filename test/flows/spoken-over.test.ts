import { beforeAll, describe, expect, it } from 'vitest';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';
import { patience } from '#test/support/patience.ts';

// Slow enough to speak over somebody on a busy machine: a sentence of six seconds takes one.
const running = useLocalStack({ simulatorSpeed: 6 });

const SILENT = '+12025550155';

interface SimulatedCall {
  sid: string;
  dialogue: Array<{ who: string; text: string; cut?: boolean }>;
  timeline: Array<{ type: string; data: { frame?: { type: string; name?: string; value?: string } } }>;
}

interface CallRecord {
  status: string;
  transcript: string;
}

const theCall = async () => (await running().simulator<{ calls: SimulatedCall[] }>('/calls')).calls[0];
const dialogue = async () => (await theCall())?.dialogue ?? [];

async function say(text: string): Promise<void> {
  const { sid } = (await theCall())!;
  await running().simulator(`/calls/${sid}/say`, { method: 'POST', body: JSON.stringify({ text }) });
}

const isSpeaking = async () => {
  const voices = (await theCall())?.timeline.filter(({ data }) => data.frame?.name === 'agentSpeaking') ?? [];
  return voices.at(-1)?.data.frame?.value === 'on';
};
const spoken = async (who: string) => (await dialogue()).filter((line) => line.who === who);

let record: CallRecord;

beforeAll(async () => {
  const { api, simulator } = running();
  const request = assistantRequest({
    use_min_interrupt_words: true,
    min_interrupt_words: 3,
    initial_message: 'Hello, this is the practice.',
    end_call_on_voicemail: false,
  });
  const { body } = await api<{ data: { id: number } }>('POST', '/user/assistant', request);
  await api('POST', '/user/make_call', { phone_number: SILENT, assistant_id: body.data.id });
  await waitFor('the greeting', async () => (await spoken('assistant')).length === 1);
  await say('I would like to book a table for four people');
  await waitFor('an answer', async () => (await spoken('customer')).length === 1 && (await isSpeaking()));
  await say('Uh huh');
  await waitFor('the murmur', async () => (await spoken('customer')).length === 2);
  await say('Sorry but could we make it five people');
  await waitFor('the second answer', async () => (await spoken('assistant')).length >= 3);
  const { sid } = (await theCall())!;
  await simulator(`/calls/${sid}/hangup`, { method: 'POST' });
  record = await waitFor('the end', async () => {
    const { body: page } = await api<{ data: CallRecord[] }>('GET', '/user/calls');
    return page.data[0]?.status.startsWith('ended_by') && page.data[0];
  });
}, patience(90_000));

describe('a customer who speaks over an assistant that counts words', () => {
  it('is spoken to on through a murmur, and not through a sentence', async () => {
    const lines = await dialogue();
    const cut = lines.findIndex((line) => line.cut === true);
    expect(lines[cut]?.who).toBe('assistant');
    const before = lines.slice(0, cut + 2).filter(({ who }) => who === 'customer');
    expect(before.map(({ text }) => text)).toContain('Uh huh');
  });

  it('reads in the transcript what was heard, word for word', async () => {
    const heard = (await spoken('assistant')).map(({ text }) => `Assistant: ${text}`);
    const written = record.transcript.split('\n').filter((line) => line.startsWith('Assistant: '));
    expect(written).toEqual(heard);
    expect(record.transcript).toContain('Customer: Uh huh Sorry but could we make it five people');
  });

  it('leads to no message that the carrier refuses', async () => {
    const { violations } = await running().simulator<{ violations: unknown[] }>('/violations');
    expect(violations).toEqual([]);
  });
});
