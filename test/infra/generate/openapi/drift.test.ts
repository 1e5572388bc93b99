import { describe, expect, it } from 'vitest';
import { handler as listLanguages } from '#functions/http/lookups/list-languages.ts';
import { httpRows } from '#shared/manifest/http-rows.ts';
import { answerProblems, type SentAnswer } from '#test/support/check-answer.ts';
import { httpEvent } from '#test/support/http-event.ts';

const row = httpRows.find(({ id }) => id === 'lookups/list-models')!;
const headers = { 'content-type': 'application/json', 'x-request-id': 'request-1' };
const good: SentAnswer = { status: 200, headers, body: [{ id: 1, name: 'rehearsal' }] };

describe('an answer that the document does not tell of', () => {
  it.each<[string, Partial<SentAnswer>]>([
    ['a status of its own', { status: 202 }],
    ['a missing field', { body: [{ id: 1 }] }],
    ['another type', { body: [{ id: '1', name: 'rehearsal' }] }],
    ['a field too many', { body: [{ id: 1, name: 'rehearsal', provider: 'none' }] }],
    ['another message', { status: 401, body: { message: 'Who are you?' } }],
    ['no request id', { headers: { 'content-type': 'application/json' } }],
    ['another content type', { headers: { ...headers, 'content-type': 'text/html' } }],
  ])('is noticed: %s', (_, change) => {
    expect(answerProblems(row, { ...good, ...change })).toHaveLength(1);
  });

  it('fails the test of the endpoint that returns it', async () => {
    const { authorizer: _, ...requestContext } = httpEvent().requestContext;
    await expect(listLanguages(httpEvent())).resolves.toMatchObject({ statusCode: 200 });
    await expect(listLanguages({ ...httpEvent(), requestContext })).rejects.toThrow(
      'no example has the message «Forbidden» beside nothing',
    );
  });
});
