import { describe, expect, it } from 'vitest';
import { holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';

const assistant = {
  greetingInterruptible: null,
  initialMessage: 'Hello, this is Mia. Is Friday at nine fine for you?',
  voiceMailMessage: 'Please call us back.',
};

/** The carrier takes the callee for a machine while the greeting of the assistant plays. */
async function takenForMachine() {
  const model = createMemoryLanguageModel([['Thank you.'], ['See you.']]);
  const live = await holdCall({ assistant, model, call: { answeredBy: 'machine' } });
  await live.voice('on');
  await live.ring();
  return live;
}

describe('a callee whom the carrier takes for a machine', () => {
  it('is not spoken to as a mailbox before the greeting of the assistant is over', async () => {
    expect((await takenForMachine()).tokens()).toEqual([]);
  });

  it('is a person after an answer to the greeting', async () => {
    const live = await takenForMachine();
    await live.voice('off');
    await live.say('Yes, Friday at nine is fine.');
    await live.ring(1);
    await live.ring();
    expect(live.tokens()).toEqual(['Thank you.']);
  });

  it('gets the message if nothing is said', async () => {
    const live = await takenForMachine();
    for (let checks = 0; checks < 5 && live.tokens().length === 0; checks += 1) await live.ring();
    expect(live.tokens()).toEqual(['Please call us back.']);
  });
});
