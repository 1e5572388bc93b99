import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as v from 'valibot';

const EVENTS = resolve(import.meta.dirname, '../../../events');

const SampleEvent = v.object({
  rawQueryString: v.optional(v.string(), ''),
  pathParameters: v.optional(v.record(v.string(), v.string()), {}),
  body: v.optional(v.pipe(v.string(), v.parseJson())),
});

/** What a client sends in the sample event of a function: the examples of the API reference. */
export async function sampleRequest(id: string) {
  const event = v.parse(SampleEvent, JSON.parse(await readFile(resolve(EVENTS, `${id}.json`), 'utf8')));
  return {
    body: event.body,
    path: event.pathParameters,
    query: Object.fromEntries(new URLSearchParams(event.rawQueryString)),
  };
}

export type SampleRequest = Awaited<ReturnType<typeof sampleRequest>>;
