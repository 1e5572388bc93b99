import * as v from 'valibot';

// The examples are those of the API reference. By the annotations the bundler drops schemas that are not used.

/* @__NO_SIDE_EFFECTS__ */
export function recordId(example = 63_753_420_800_123) {
  return v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.examples([example]));
}

/* @__NO_SIDE_EFFECTS__ */
export function wholeNumber(example: number) {
  return v.pipe(v.number(), v.safeInteger(), v.examples([example]));
}

/* @__NO_SIDE_EFFECTS__ */
export function plainText(example: string) {
  return v.pipe(v.string(), v.examples([example]));
}

/** An amount in currency units, with at most six decimals. @__NO_SIDE_EFFECTS__ */
export function money(example: number) {
  return v.pipe(v.number(), v.examples([example]));
}

/** A number as text with two decimals. @__NO_SIDE_EFFECTS__ */
export function decimalText(example: string) {
  return v.pipe(v.string(), v.regex(/^\d+\.\d{2}$/), v.examples([example]));
}

/** 1 = yes, 0 = no. @__NO_SIDE_EFFECTS__ */
export function flag(example: 0 | 1) {
  return v.pipe(v.picklist([0, 1]), v.metadata({ type: 'integer' }), v.examples([example]));
}

/** ISO 3166-1 alpha-2: `US`. @__NO_SIDE_EFFECTS__ */
export function countryCode(example: string) {
  return v.pipe(v.string(), v.regex(/^[A-Z]{2}$/), v.examples([example]));
}

/** ISO 639-1: `en`. @__NO_SIDE_EFFECTS__ */
export function languageCode(example: string) {
  return v.pipe(v.string(), v.regex(/^[a-z]{2}$/), v.examples([example]));
}

/* @__NO_SIDE_EFFECTS__ */
export function phoneNumberText(example: string) {
  return v.pipe(v.string(), v.regex(/^\+[1-9]\d{1,14}$/), v.examples([example]));
}

/* @__NO_SIDE_EFFECTS__ */
export function urlText(example: string) {
  return v.pipe(v.string(), v.metadata({ format: 'uri' }), v.examples([example]));
}

/** A URL as the client sent it. It may contain characters that a strict URI encodes as `%…`. @__NO_SIDE_EFFECTS__ */
export function sentUrl(example: string) {
  return v.pipe(v.string(), v.examples([example]));
}

/** `2025-06-30T11:53:20.000000Z` @__NO_SIDE_EFFECTS__ */
export function isoTime() {
  return v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/),
    v.examples(['2025-06-30T11:53:20.000000Z']),
  );
}

/** `2025-06-30 11:53:20`, UTC. @__NO_SIDE_EFFECTS__ */
export function plainTime() {
  return v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/), v.examples(['2025-06-30 11:53:20']));
}

/* @__NO_SIDE_EFFECTS__ */
export function keyValues(example: Record<string, unknown>) {
  return v.pipe(v.record(v.string(), v.unknown()), v.examples([example]));
}

/** `data` of responses without data. @__NO_SIDE_EFFECTS__ */
export function emptyList() {
  return v.pipe(v.array(v.never()), v.maxLength(0), v.readonly());
}

export const CampaignName = v.pipe(
  v.strictObject({ id: recordId(), name: plainText('Spring reminders') }),
  v.title('CampaignName'),
);

/** A response with a message and a record. @__NO_SIDE_EFFECTS__ */
export function messageAnswer<const Message extends string, const Data extends v.GenericSchema>(
  message: Message,
  data: Data,
) {
  return v.strictObject({ message: v.literal(message), data });
}

/** Undefined for anything but a positive safe integer in digits. */
export function parseRecordId(text: string): number | undefined {
  if (!/^[1-9]\d{0,15}$/.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : undefined;
}

export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Absent from calls without such variables. */
export function visitorVariableNames() {
  return v.pipe(
    v.array(plainText('page')),
    v.description(
      'The names of the variables that an anonymous visitor of a web page gave. Nothing has verified their values. The field is present only if there are any.',
    ),
  );
}
