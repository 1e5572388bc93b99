import { describe, expect, it } from 'vitest';
import { callStatuses, isFinal, statusesBefore, wasTalked, type CallStatus } from '#shared/domain/call/call-status.ts';

const moves: Record<CallStatus, CallStatus[]> = {
  initiated: [],
  ringing: ['initiated'],
  'in-progress': ['initiated', 'ringing'],
  ended: ['initiated', 'ringing', 'in-progress'],
  busy: ['initiated', 'ringing'],
  'no-answer': ['initiated', 'ringing'],
  failed: ['initiated', 'ringing', 'in-progress'],
  completed: ['ended'],
  ended_by_customer: ['ended'],
  ended_by_assistant: ['ended'],
};

describe('call status', () => {
  it.each(callStatuses)('becomes %s only from the statuses before it', (next) => {
    expect(statusesBefore(next).toSorted()).toEqual(moves[next].toSorted());
  });

  it('never leaves a final status', () => {
    const left = callStatuses.flatMap((next) => statusesBefore(next));
    expect(left.filter(isFinal)).toEqual([]);
  });

  it('knows which calls were talked', () => {
    expect(callStatuses.filter(wasTalked)).toEqual(['completed', 'ended_by_customer', 'ended_by_assistant']);
  });
});
