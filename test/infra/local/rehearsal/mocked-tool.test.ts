import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { mockAnswers, MockedTool } from '#infra/local/rehearsal/mocked-tool.ts';

const tool = v.parse(MockedTool, {
  name: 'find_slots',
  mocks: [
    { exactly: { day: 'Monday' }, answers: [{ body: 'exact' }] },
    { with: { day: '/^tues/i' }, answers: [{ status: 503 }, { body: 'second' }] },
    { with: { people: 4 }, answers: [{ body: 'partial' }] },
    { answers: [{ body: 'any' }] },
  ],
});

describe('a mocked tool', () => {
  it.each([
    [{ day: 'Monday' }, ['exact', 'exact']],
    [{ day: 'Monday', people: 2 }, ['any']],
    [{ day: 'Tuesday', people: 2 }, ['', 'second', 'second']],
    [{ day: 'Friday', people: '4' }, ['partial']],
    [{}, ['any', 'any']],
  ])('answers %j with %j', (args, bodies) => {
    const answerTo = mockAnswers(tool);
    expect(bodies.map(() => answerTo(args)?.body)).toEqual(bodies);
  });

  it('has no answer where none fits', () => {
    const { mocks } = tool;
    expect(mockAnswers({ mocks: mocks.slice(0, 1) })({ day: 'Sunday' })).toBeUndefined();
  });
});
