import * as v from 'valibot';

/** The carrier leaves fields out, or sends null, where it has nothing to say. */
const text = v.nullish(v.string(), '');

/** ConversationRelay's messages to us, with the fields that we read; anything else in them is ignored. */
const RelayFrame = v.variant('type', [
  v.object({
    type: v.literal('setup'),
    callSid: text,
    customParameters: v.nullish(v.object({ call: text, token: text }), { call: '', token: '' }),
  }),
  v.object({ type: v.literal('prompt'), voicePrompt: text, last: v.nullish(v.boolean(), true) }),
  v.object({ type: v.literal('interrupt'), utteranceUntilInterrupt: text }),
  v.object({ type: v.literal('dtmf'), digit: text }),
  v.object({ type: v.literal('info'), name: text, value: v.optional(v.unknown()) }),
  v.object({ type: v.literal('error'), description: text }),
]);

export type RelayFrame = v.InferOutput<typeof RelayFrame>;

const known: ReadonlySet<string> = new Set(RelayFrame.options.map((option) => option.entries.type.literal));
const AnyFrame = v.object({ type: v.string() });

export type ParsedFrame =
  | { kind: 'frame'; frame: RelayFrame }
  /** A type that the carrier may have added since. */
  | { kind: 'unknown'; type: string }
  | { kind: 'malformed'; reason: string };

export function parseRelayFrame(body: string): ParsedFrame {
  const json = parseJson(body);
  const any = v.safeParse(AnyFrame, json);
  if (!any.success) return { kind: 'malformed', reason: v.summarize(any.issues) };
  if (!known.has(any.output.type)) return { kind: 'unknown', type: any.output.type };
  const frame = v.safeParse(RelayFrame, json);
  if (!frame.success) return { kind: 'malformed', reason: v.summarize(frame.issues) };
  return { kind: 'frame', frame: frame.output };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
