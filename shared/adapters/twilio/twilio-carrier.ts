import * as v from 'valibot';
import { twilioCallbackUrl } from '#shared/adapters/twilio/callback-urls.ts';
import type { TwilioAnswer, TwilioApi } from '#shared/adapters/twilio/twilio-api.ts';
import { carrierStatuses } from '#shared/domain/call/carrier-progress.ts';
import type { Carrier, CarrierCall, Dial, DialOutcome } from '#shared/ports/carrier.ts';

/** How long the customer's phone rings. */
const RING_SECONDS = 30;
/** Twilio's error for an update of a call that is over already. */
const CALL_IS_OVER = 21220;
/** Over 24 h of calls wait at Twilio. */
const QUEUE_IS_FULL = 22005;

/** Twilio's dates have whole seconds, and its clock is not ours. */
const CLOCK_SKEW_MS = 5_000;

const CallResource = v.object({
  sid: v.string(),
  status: v.picklist(carrierStatuses),
  duration: v.nullish(v.pipe(v.string(), v.transform(Number))),
  /** RFC 2822 */
  date_created: v.pipe(v.string(), v.transform(Date.parse), v.number()),
});
const CallList = v.object({ calls: v.array(CallResource) });
const ErrorBody = v.object({ code: v.number(), message: v.string() });

/** The carrier port on Twilio's REST API, version 2010-04-01. */
export function createTwilioCarrier(api: TwilioApi, publicUrl: string): Carrier {
  return {
    async dial(dial) {
      return readDialOutcome(await api('POST', 'Calls.json', dialParameters(dial, publicUrl)));
    },
    async fetchCall(carrierCallId) {
      const answer = expectAnswer(await api('GET', `Calls/${carrierCallId}.json`));
      if (answer.status === 404) return undefined;
      return toCarrierCall(v.parse(CallResource, expectSuccess(answer)));
    },
    async findCalls(to, from, since) {
      // Not by StartTime: a call that still waits in the carrier's queue has none.
      const query = new URLSearchParams({ To: to, From: from, PageSize: '50' });
      const { calls } = v.parse(CallList, expectSuccess(expectAnswer(await api('GET', 'Calls.json', query))));
      return calls.map(toCarrierCall).filter((call) => call.createdAt >= since - CLOCK_SKEW_MS);
    },
    async hangUp(carrierCallId) {
      const answer = expectAnswer(
        await api('POST', `Calls/${carrierCallId}.json`, new URLSearchParams({ Status: 'completed' })),
      );
      if (answer.status === 404 || errorOf(answer.body).code === CALL_IS_OVER) return;
      expectSuccess(answer);
    },
  };
}

function dialParameters({ key, to, from, timeLimitSeconds }: Dial, publicUrl: string): URLSearchParams {
  const status = twilioCallbackUrl(publicUrl, key, 'status');
  const parameters = new URLSearchParams({
    To: to,
    From: from,
    Url: twilioCallbackUrl(publicUrl, key, 'answered'),
    Method: 'POST',
    StatusCallback: status,
    StatusCallbackMethod: 'POST',
    Timeout: String(RING_SECONDS),
    TimeLimit: String(timeLimitSeconds),
    MachineDetection: 'Enable',
    AsyncAmd: 'true',
    AsyncAmdStatusCallback: twilioCallbackUrl(publicUrl, key, 'answering-machine'),
    AsyncAmdStatusCallbackMethod: 'POST',
  });
  for (const event of ['initiated', 'ringing', 'answered', 'completed'])
    parameters.append('StatusCallbackEvent', event);
  return parameters;
}

/** Only what Twilio says it never took is dialled again; a lost answer and a 5xx may both hide a call that was made. */
function readDialOutcome(answer: TwilioAnswer): DialOutcome {
  if (answer.kind !== 'answered') {
    const { kind, reason } = answer;
    return kind === 'unsent' ? { kind: 'retry', afterSeconds: 5, reason } : { kind: 'unknown', reason };
  }
  const { status, body } = answer;
  if (status === 201 || status === 200) {
    const call = v.safeParse(CallResource, body);
    return call.success
      ? { kind: 'accepted', carrierCallId: call.output.sid }
      : { kind: 'unknown', reason: 'the answer does not parse' };
  }
  const { code, message } = errorOf(body);
  if (status === 429 || code === QUEUE_IS_FULL) {
    return { kind: 'retry', afterSeconds: answer.retryAfterSeconds ?? 1, reason: `${code} ${message}` };
  }
  if (status >= 500) return { kind: 'unknown', reason: `status ${status}` };
  return { kind: 'refused', code, reason: message };
}

function toCarrierCall(call: v.InferOutput<typeof CallResource>): CarrierCall {
  const { sid, status, duration, date_created: createdAt } = call;
  return { carrierCallId: sid, status, durationSeconds: duration ?? 0, createdAt };
}

function errorOf(body: unknown): { code: number; message: string } {
  return v.is(ErrorBody, body) ? body : { code: 0, message: 'no error body' };
}

type Answered = Extract<TwilioAnswer, { kind: 'answered' }>;

function expectAnswer(answer: TwilioAnswer): Answered {
  if (answer.kind === 'answered') return answer;
  throw new Error(`Twilio did not answer: ${answer.reason}`);
}

function expectSuccess({ status, body }: Answered): unknown {
  if (status >= 200 && status < 300) return body;
  const { code, message } = errorOf(body);
  throw new Error(`Twilio answered ${status}: ${code} ${message}`);
}
