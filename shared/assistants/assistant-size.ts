import type { Assistant } from '#shared/assistants/assistant.ts';
import type { ListSize } from '#shared/platform/table/list-total.ts';

/** Some lists have no pages. An answer of Lambda has 6 MB at most: 1,000 records have 2.6 MB without their texts. */
export const mostAssistants: ListSize = { records: 1_000, kilobytes: 4_900 };

/** What a record has besides its texts: names of fields, numbers, times. */
const FIXED_BYTES = 2_300;

/** Of its record in a list, as Lambda answers it: as a text in JSON, with its quotes escaped twice. Never less than that. */
export function kilobytesOf(assistant: Assistant): number {
  // What the service changes by itself has a fixed length, so that it never fails for its size.
  const texts = Object.entries(assistant).filter(([name, value]) => name !== 'status' && isText(value));
  const json = JSON.stringify(JSON.stringify(Object.fromEntries(texts)));
  return Math.ceil((Buffer.byteLength(json) + FIXED_BYTES) / 1000);
}

/** As many of the first ones as an answer can have. */
export function fittingAnAnswer(assistants: readonly Assistant[]): Assistant[] {
  let left = mostAssistants.kilobytes;
  const end = assistants.findIndex((assistant) => (left -= kilobytesOf(assistant)) < 0);
  return assistants.slice(0, end === -1 ? undefined : end);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}
