import { Step } from '@ringback/simulators/twilio/callees/scripted-customer.ts';
import * as v from 'valibot';
import { ArgumentMatch } from '#infra/local/rehearsal/argument-match.ts';
import { MockedTool } from '#infra/local/rehearsal/mocked-tool.ts';
import { Pattern } from '#infra/local/rehearsal/pattern.ts';
import { ScriptedAnswers } from '#infra/local/rehearsal/scripted-model.ts';
import { builtInTools } from '#shared/built-in-tools.ts';
import { answerers } from '#shared/calls/call-items.ts';
import { callStatuses } from '#shared/calls/call-status.ts';

const text = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'));
const count = v.pipe(v.number(), v.minValue(0, 'must not be negative'));
const record = v.record(v.string(), v.unknown());

const range = (what: string) =>
  v.pipe(
    v.strictObject({ min: v.optional(count), max: v.optional(count) }),
    v.check(({ min, max }) => min !== undefined || max !== undefined, `names the least or the most ${what}`),
    v.check(({ min = 0, max = Infinity }) => min <= max, 'has a min above its max'),
  );

const stepKinds = [
  'say',
  'interrupt',
  'noise',
  'press',
  'listen',
  'wait',
  'sound',
  'echo',
  'begins',
  'verdict',
  'hang_up',
];
const someStep = `must be words to say, or one of ${stepKinds.join(', ')}`;

/** A string is a `say` step. The first key selects the kind of a step, so that errors name the wrong field. */
const RehearsalStep = v.lazy((input) => {
  if (typeof input === 'string')
    return v.pipe(
      text,
      v.transform((say): Step => ({ say, at_once: false })),
    );
  const keys = typeof input === 'object' && input !== null ? Object.keys(input) : [];
  const kind = Step.options.find(({ entries }) => keys.includes(Object.keys(entries)[0] ?? ''));
  return kind ?? v.custom<Step>(() => false, someStep);
});

const Customer = v.pipe(
  v.strictObject({
    picks_up: v.optional(v.picklist(['person', 'voicemail', 'none', 'busy']), 'person'),
    script: v.optional(v.array(RehearsalStep)),
    /** The number of a customer of the local stack, instead of a script. */
    behaves_as: v.optional(text),
    /** What a mailbox says, and whether it beeps after it. */
    greeting: v.optional(text),
    beep: v.optional(v.boolean()),
    afterwards: v.optional(v.picklist(['hang_up', 'stay']), 'hang_up'),
    /** A description of the customer, instead of a script. */
    plays: v.optional(text),
    model: v.optional(text, 'rehearsal'),
    max_turns: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50)), 8),
  }),
  v.check(({ script, plays }) => !script || plays === undefined, 'has a script or plays a person, not both'),
  v.check(
    ({ behaves_as, picks_up, script, plays, greeting, beep }) =>
      behaves_as === undefined ||
      (picks_up === 'person' && [script, plays, greeting, beep].every((one) => one === undefined)),
    'behaves as a customer of the local stack, and has nothing else',
  ),
  v.check(
    ({ picks_up, script, plays }) => picks_up === 'person' || (!script && plays === undefined),
    'says nothing, because no person picks up',
  ),
  v.check(
    ({ picks_up, greeting, beep }) => picks_up === 'voicemail' || (greeting === undefined && beep === undefined),
    'has a greeting and a beep only if a voicemail picks up',
  ),
);

const ToolNames = v.pipe(
  v.union([text, v.array(text)]),
  v.transform((names) => [names].flat()),
);

/** A tool of the file that the model called, as the record of the call has it. */
const ExpectedCall = v.union([
  v.pipe(
    text,
    v.transform((tool) => ({ tool })),
  ),
  v.pipe(
    v.strictObject({
      tool: text,
      ...ArgumentMatch.entries,
      status: v.optional(v.picklist(['done', 'failed', 'unknown', 'cancelled'])),
    }),
    v.check(
      ({ with: some, exactly }) => some === undefined || exactly === undefined,
      'has `with` or `exactly`, not both',
    ),
  ),
]);
export type ExpectedCall = v.InferOutput<typeof ExpectedCall>;

const Expectations = v.pipe(
  v.strictObject({
    status: v.optional(v.union([v.picklist(callStatuses), v.array(v.picklist(callStatuses))])),
    answered_by: v.optional(v.picklist(answerers)),
    said: v.optional(v.array(Pattern)),
    not_said: v.optional(v.array(Pattern)),
    tool_called: v.optional(ToolNames),
    tool_not_called: v.optional(ToolNames),
    /** In this order, among others. An empty list: none at all. */
    tool_calls: v.optional(v.array(ExpectedCall)),
    /** How many requests each server got. */
    tool_requests: v.optional(v.record(v.string(), v.pipe(count, v.integer()))),
    /** A value, null for an unknown value, a `/regular expression/` for text, or a range for numbers. */
    extracted: v.optional(
      v.record(v.string(), v.union([Pattern, v.number(), v.boolean(), v.null(), range('that it may be')])),
    ),
    /** Seconds at most. Checked at speed 1 only: a faster call waits for the machine. */
    longest_silence: v.optional(count),
    turns: v.optional(range('turns')),
    duration: v.optional(range('seconds')),
    our_share_of_turn_ms: v.optional(
      v.pipe(
        v.strictObject({ p50: v.optional(count), p95: v.optional(count) }),
        v.check(({ p50, p95 }) => p50 !== undefined || p95 !== undefined, 'names p50, p95 or both'),
      ),
    ),
  }),
  v.check((expect) => Object.keys(expect).length > 0, 'expects nothing'),
);

/** The file of a rehearsal. */
export const Rehearsal = v.pipe(
  v.strictObject({
    name: v.optional(text),
    /** The body of `POST /user/assistant`, or the id of an existing assistant. */
    assistant: v.union([v.strictObject({ id: v.pipe(v.number(), v.integer()) }), record]),
    /** Calls with a speech model, too. */
    engines: v.optional(v.picklist(['both'])),
    variables: v.optional(record, {}),
    /** Of the assistant. Their servers are simulated. */
    tools: v.optional(v.array(MockedTool), []),
    /** What the model of the assistant answers, instead of a provider. */
    model: v.optional(ScriptedAnswers),
    customer: Customer,
    expect: Expectations,
  }),
  v.check(
    ({ assistant, tools }) => typeof assistant['id'] !== 'number' || tools.length === 0,
    'has tools only with an assistant of its own',
  ),
  v.check(
    (rehearsal) => unknownTools(rehearsal).length === 0,
    'expects a tool that is neither built in nor in `tools`',
  ),
);

function unknownTools({ assistant, tools, expect }: Pick<FileParts, 'assistant' | 'tools' | 'expect'>): string[] {
  const known = new Set([...builtInTools, ...tools].map(({ name }) => name));
  const {
    tool_called: called = [],
    tool_not_called: not = [],
    tool_calls: calls = [],
    tool_requests: sent = {},
  } = expect;
  if (typeof assistant['id'] === 'number') return [];
  const expected = [...called, ...not, ...calls.map(({ tool }) => tool), ...Object.keys(sent)];
  return expected.filter((name) => !known.has(name));
}

interface FileParts {
  assistant: Record<string, unknown>;
  tools: MockedTool[];
  expect: v.InferOutput<typeof Expectations>;
}

export type Rehearsal = v.InferOutput<typeof Rehearsal>;
export type Expectations = Rehearsal['expect'];
