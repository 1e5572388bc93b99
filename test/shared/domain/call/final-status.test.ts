import { expect, it } from 'vitest';
import { decideFinalStatus } from '#shared/domain/call/final-status.ts';

it.each([
  { endedBy: 'assistant' as const, durationSeconds: 10, status: 'ended_by_assistant' },
  { endedBy: 'customer' as const, durationSeconds: 10, status: 'ended_by_customer' },
  { endedBy: null, durationSeconds: 10, status: 'completed' },
  { endedBy: null, durationSeconds: 60, status: 'ended_by_assistant' },
  { endedBy: 'customer' as const, durationSeconds: 60, status: 'ended_by_assistant' },
  { endedBy: 'customer' as const, durationSeconds: 59, status: 'ended_by_customer' },
])('is $status when $endedBy hung up after $durationSeconds of 60 s', ({ status, ...call }) => {
  expect(decideFinalStatus({ ...call, allowedSeconds: 60 })).toBe(status);
});
