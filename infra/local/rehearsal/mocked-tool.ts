import * as v from 'valibot';
import { ArgumentMatch, matchesArguments } from '#infra/local/rehearsal/argument-match.ts';

const seconds = v.pipe(v.number(), v.minValue(0), v.maxValue(60));

/** What the server of a tool answers: late, with a status, with a text or JSON, never, or with a broken connection. */
const MockAnswer = v.strictObject({
  wait: v.optional(seconds, 0),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)), 200),
  body: v.optional(v.unknown(), ''),
  breaks: v.optional(v.literal(true)),
  hangs: v.optional(v.literal(true)),
});
export type MockAnswer = v.InferOutput<typeof MockAnswer>;

/** One answer for each request with such arguments; the last one for all that follow. */
const Mock = v.pipe(
  v.strictObject({
    ...ArgumentMatch.entries,
    answers: v.pipe(v.array(MockAnswer), v.minLength(1, 'must have an answer')),
  }),
  v.check(
    ({ with: some, exactly }) => some === undefined || exactly === undefined,
    'has `with` or `exactly`, not both',
  ),
);

/** The body of `POST /user/tools`, and what its server answers. The first mock with such arguments counts. */
export const MockedTool = v.pipe(
  v.looseObject({
    name: v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty')),
    mocks: v.optional(v.array(Mock), () => [{ answers: [{ wait: 0, status: 200, body: '' }] }]),
  }),
  v.check((tool) => !Object.hasOwn(tool, 'endpoint'), 'has no endpoint: the rehearsal serves it'),
);
export type MockedTool = v.InferOutput<typeof MockedTool>;

/** The answers of one tool in one rehearsal. Undefined where no mock has such arguments. */
export function mockAnswers({ mocks }: Pick<MockedTool, 'mocks'>) {
  const given = new Map<MockedTool['mocks'][number], number>();
  return (args: Readonly<Record<string, unknown>>): MockAnswer | undefined => {
    const mock = mocks.find((one) => matchesArguments(one, args));
    if (!mock) return undefined;
    const times = given.get(mock) ?? 0;
    given.set(mock, times + 1);
    return mock.answers[Math.min(times, mock.answers.length - 1)];
  };
}
