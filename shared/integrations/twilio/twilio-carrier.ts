import * as v from 'valibot';
import { carrierStatuses } from '#shared/calls/call.ts';
import type { Carrier, CarrierCall, Dial } from '#shared/calls/carrier.ts';
import {
  twilioCallbackUrl,
  twilioFallbackUrl,
  errorOf,
  expectAnswer,
  expectSuccess,
  readOutcome,
  type TwilioApi,
} from '#shared/integrations/twilio/twilio-api.ts';
import { createTwilioCallEvents } from '#shared/integrations/twilio/twilio-call-events.ts';
import { createTwilioMessages } from '#shared/integrations/twilio/twilio-messages.ts';
import { createTwilioNumbers } from '#shared/integrations/twilio/twilio-numbers.ts';

/** How long the customer's phone rings. */
const RING_SECONDS = 30;
/** Twilio's error for an update of a call that is over, or not answered yet. */
const NOT_ON_THE_LINE = 21220;

/** Twilio's times have whole seconds, and its clock differs from ours. */
const CLOCK_SKEW_MS = 5_000;

const CallResource = v.object({
  sid: v.string(),
  status: v.picklist(carrierStatuses),
  duration: v.nullish(v.pipe(v.string(), v.transform(Number))),
  /** RFC 2822 */
  date_created: v.pipe(v.string(), v.transform(Date.parse), v.number()),
});
const CallList = v.object({ calls: v.array(CallResource) });

/** The carrier on Twilio's REST API, version 2010-04-01. */
export function createTwilioCarrier(api: TwilioApi, publicUrl: string): Carrier {
  return {
    ...createTwilioMessages(api, publicUrl),
    ...createTwilioNumbers(api),
    ...createTwilioCallEvents(api, publicUrl),
    async dial(dial) {
      return readOutcome(await api('POST', 'Calls.json', dialParameters(dial, publicUrl)), (body) => {
        const call = v.safeParse(CallResource, body);
        return call.success ? { carrierCallId: call.output.sid } : undefined;
      });
    },
    async fetchCall(carrierCallId) {
      const answer = expectAnswer(await api('GET', `Calls/${carrierCallId}.json`));
      if (answer.status === 404) return undefined;
      return toCarrierCall(v.parse(CallResource, expectSuccess(answer)));
    },
    async findCalls(to, from, since) {
      // Not by StartTime: a call in the carrier's queue has none.
      const query = new URLSearchParams({ To: to, From: from, PageSize: '1000' });
      const { calls } = v.parse(CallList, expectSuccess(expectAnswer(await api('GET', 'Calls.json', query))));
      return calls.map(toCarrierCall).filter((call) => call.createdAt >= since - CLOCK_SKEW_MS);
    },
    async hangUp(carrierCallId) {
      await updateCall(api, carrierCallId, { Status: 'completed' });
    },
    limitDuration: (carrierCallId, seconds) => updateCall(api, carrierCallId, { TimeLimit: String(seconds) }),
  };
}

/** Twilio updates calls in progress, and refuses the others. */
async function updateCall(api: TwilioApi, carrierCallId: string, update: Record<string, string>) {
  const answer = expectAnswer(await api('POST', `Calls/${carrierCallId}.json`, new URLSearchParams(update)));
  if (answer.status === 404 || errorOf(answer.body).code === NOT_ON_THE_LINE) return 'not_live';
  expectSuccess(answer);
  return 'updated';
}

function dialParameters({ key, to, from, timeLimitSeconds }: Dial, publicUrl: string): URLSearchParams {
  const status = twilioCallbackUrl(publicUrl, key, 'status');
  const parameters = new URLSearchParams({
    To: to,
    From: from,
    Url: twilioCallbackUrl(publicUrl, key, 'answered'),
    Method: 'POST',
    FallbackUrl: twilioFallbackUrl(publicUrl),
    FallbackMethod: 'POST',
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

function toCarrierCall(call: v.InferOutput<typeof CallResource>): CarrierCall {
  const { sid, status, duration, date_created: createdAt } = call;
  return { carrierCallId: sid, status, durationSeconds: duration ?? 0, createdAt };
}
