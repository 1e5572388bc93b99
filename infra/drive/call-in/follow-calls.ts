import * as v from 'valibot';

const CallEvent = v.pipe(
  v.string(),
  v.parseJson(),
  v.variant('type', [
    v.object({ callSid: v.string(), type: v.literal('status'), data: v.object({ status: v.string() }) }),
    v.object({
      callSid: v.string(),
      type: v.literal('dialogue'),
      data: v.object({ who: v.picklist(['customer', 'assistant']), text: v.string() }),
    }),
  ]),
);

export type CallEvent = v.InferOutput<typeof CallEvent>;

/** Passes the events of calls to `onEvent` until the signal. `ended` resolves when the stream has ended. */
export async function followCalls(
  simulatorUrl: string,
  onEvent: (event: CallEvent) => void,
  signal: AbortSignal,
): Promise<{ ended: Promise<void> }> {
  const response = await fetch(`${simulatorUrl}/_simulator/events`, { signal });
  if (!response.ok || !response.body) throw new Error(`the carrier simulator answered ${response.status}`);
  return { ended: read(response.body, onEvent, signal) };
}

async function read(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: (event: CallEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  let pending = '';
  try {
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const lines = (pending + chunk).split('\n');
      pending = lines.pop() ?? '';
      for (const line of lines) {
        const event = v.safeParse(CallEvent, line.replace(/^data: /, ''));
        if (event.success) onEvent(event.output);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
