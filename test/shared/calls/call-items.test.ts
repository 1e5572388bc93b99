import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { CallBodyItem, toCallBodyItem } from '#shared/calls/call-items.ts';
import type { CallBody, TranscriptTurn } from '#shared/calls/call.ts';

const empty: CallBody = { variables: {}, turns: [], evaluation: {}, webhookResponse: null };

const turn: fc.Arbitrary<TranscriptTurn> = fc.record(
  {
    sender: fc.constantFrom('human' as const, 'bot' as const),
    text: fc.string({ unit: 'binary' }),
    timestamp: fc.nat(),
    waitMs: fc.nat(),
    // Those of a later release, too.
    tools: fc.array(fc.string()),
  },
  { requiredKeys: ['sender', 'text', 'timestamp'], noNullPrototype: true },
);

describe('the stored body of a call', () => {
  it('is read as it was written, whatever was said', () =>
    fc.assert(
      fc.property(fc.array(turn), (turns) => {
        const body = { ...empty, turns };
        expect(v.parse(CallBodyItem, toCallBodyItem(body))).toEqual(body);
      }),
    ));

  it('stores turns as short lists', () => {
    const turns: TranscriptTurn[] = [
      { sender: 'bot', text: 'Hello.', timestamp: 1 },
      { sender: 'human', text: 'Call me never again.', timestamp: 2 },
      { sender: 'bot', text: 'I will not.', timestamp: 3, waitMs: 900, tools: ['do_not_call'] },
    ];
    expect(toCallBodyItem({ ...empty, turns }).turns).toBe(
      '[["bot","Hello.",1,{}],["human","Call me never again.",2,{}],["bot","I will not.",3,{"waitMs":900,"tools":["do_not_call"]}]]',
    );
  });

  it('is read in the form of older releases: a list of maps, and the answer to the webhook', () => {
    const turns: TranscriptTurn[] = [{ sender: 'bot', text: 'Hello.', timestamp: 1, waitMs: 5 }];
    const webhookResponse = { status: 200, body: 'ok', attempts: 1, deliveredAt: 4 };
    const stored = { variables: '{}', evaluation: '{}', turns, webhookResponse };
    expect(v.parse(CallBodyItem, stored)).toEqual({ ...empty, turns, webhookResponse });
  });

  it.each(['[["x","Hello.",1]]', '[["b","Hello."]]', '{}', 'Hello.'])('refuses the turns %s', (turns) => {
    expect(v.is(CallBodyItem, { variables: '{}', evaluation: '{}', turns })).toBe(false);
  });
});
