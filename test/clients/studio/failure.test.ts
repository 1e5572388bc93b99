import { ApiError, ConnectionError } from '@ringback/client';
import { expect, it } from 'vitest';
import { errorText, isPassing } from '#clients/studio/src/service/failure.ts';

const answer = (status: number, body: object, headers = {}) =>
  new ApiError(Response.json(body, { status, headers }), body);
const LISTED = 'The recipient is on the do-not-call list.';

it.each([
  [
    'no answer',
    new ConnectionError('gone'),
    'The service does not answer. Check the connection, then try again.',
    true,
  ],
  [
    'a failure',
    answer(500, { message: 'Internal server error' }, { 'x-request-id': 'r-1' }),
    'The service failed (request r-1). Try again.',
    true,
  ],
  [
    'an SMS that cannot succeed',
    answer(500, { message: 'Failed to send SMS', error: LISTED }),
    `Failed to send SMS: ${LISTED}`,
    false,
  ],
  [
    'too many requests',
    answer(429, { message: 'Too Many Requests' }, { 'retry-after': '7' }),
    'Too many requests. Try again in 7 s.',
    true,
  ],
  ['a refusal', answer(400, { message: 'Insufficient balance' }), 'Insufficient balance', false],
])('%s: what a user reads, and whether to try again', (_, error, text, again) => {
  expect([errorText(error), isPassing(error)]).toEqual([text, again]);
});
