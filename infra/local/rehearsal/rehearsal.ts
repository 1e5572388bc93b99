import { Step } from '@ringback/simulators/twilio/callees/scripted-customer.ts';
import * as v from 'valibot';
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

/** A text, compared without case and spaces, or a `/regular expression/` with its flags. */
const Pattern = v.pipe(
  text,
  v.check((pattern) => toRegExp(pattern) !== 'broken', 'is no regular expression'),
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

const ToolName = v.picklist(builtInTools.map(({ name }) => name));

const Expectations = v.pipe(
  v.strictObject({
    status: v.optional(v.union([v.picklist(callStatuses), v.array(v.picklist(callStatuses))])),
    answered_by: v.optional(v.picklist(answerers)),
    said: v.optional(v.array(Pattern)),
    not_said: v.optional(v.array(Pattern)),
    tool_called: v.optional(ToolName),
    tool_not_called: v.optional(ToolName),
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
export const Rehearsal = v.strictObject({
  name: v.optional(text),
  /** The body of `POST /user/assistant`, or the id of an existing assistant. */
  assistant: v.union([v.strictObject({ id: v.pipe(v.number(), v.integer()) }), record]),
  variables: v.optional(record, {}),
  /** What the model of the assistant answers, instead of a provider. */
  model: v.optional(ScriptedAnswers),
  customer: Customer,
  expect: Expectations,
});

export type Rehearsal = v.InferOutput<typeof Rehearsal>;
export type Expectations = Rehearsal['expect'];

/** Undefined for plain text. */
export function toRegExp(pattern: string): RegExp | 'broken' | undefined {
  const [, source, flags] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(pattern) ?? [];
  if (source === undefined) return undefined;
  try {
    return new RegExp(source, flags);
  } catch {
    return 'broken';
  }
}
