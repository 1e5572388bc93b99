import type { LiveCall } from '#twilio/context/live-call.ts';
import type { TwimlNode } from '#twilio/wire/parse-twiml.ts';

/** https://www.twilio.com/docs/voice/twiml/gather */
const DEFAULT_TIMEOUT_SECONDS = 5;
/** However fast calls go, a script needs real time to press a key. */
const FLOOR_MS = 500;

/** `<Gather input="dtmf">`: the keys that are pressed over its prompts, or until `timeout` after them. The finishing key is not among them. */
export async function gatherKeys(
  { attributes }: TwimlNode,
  live: LiveCall,
  runPrompts: () => Promise<void>,
): Promise<string> {
  const most = Number(attributes['numDigits'] ?? Number.POSITIVE_INFINITY);
  const finish = attributes['finishOnKey'] ?? '#';
  const complete = Promise.withResolvers<void>();
  let digits = '';
  const before = live.session;
  live.session = {
    customerStarts: () => undefined,
    customerContinues: () => undefined,
    customerStops: () => Promise.resolve(),
    customerPresses(digit) {
      if (digit !== finish) digits += digit;
      if (digit === finish || digits.length >= most) complete.resolve();
    },
    terminate: () => undefined,
  };
  live.over.addEventListener('abort', () => complete.resolve(), { once: true });
  await Promise.race([prompted(attributes, live, runPrompts), complete.promise]);
  live.session = before;
  return digits;
}

async function prompted(attributes: TwimlNode['attributes'], live: LiveCall, runPrompts: () => Promise<void>) {
  await runPrompts();
  const seconds = Number(attributes['timeout'] ?? DEFAULT_TIMEOUT_SECONDS);
  await live.context.clock.sleep(seconds, { signal: live.over, floorMs: FLOOR_MS });
}
