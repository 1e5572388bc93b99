import type { CallEvent } from '@ringback/client';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { sampleEvent } from '#clients/cli/src/sample-event.ts';
import { CallCompletedPayload } from '#shared/webhooks/call-completed.ts';

describe('a sample event', () => {
  it.each(['call.completed', 'inbound_call.completed'] as const)(
    '%s is one of the service, marked as a test',
    (name) => {
      const event = sampleEvent(name);
      expect(v.safeParse(CallCompletedPayload, event).issues).toBeUndefined();
      expect(event).toMatchObject({ event: name, test: true, latency: { turns: 1 } });
    },
  );

  it('has the type of the reference', () => {
    expectTypeOf<CallEvent['test']>().toEqualTypeOf<true | undefined>();
    expectTypeOf<NonNullable<CallEvent['latency']>['turns']>().toEqualTypeOf<number>();
    expectTypeOf<CallEvent['type']>().toEqualTypeOf<'inbound' | 'outbound' | 'web'>();
  });
});
