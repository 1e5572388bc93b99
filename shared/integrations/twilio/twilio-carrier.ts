import * as v from 'valibot';
import type { Carrier, CarrierCallState, Dial } from '#shared/calls/carrier.ts';
import type { MachineDetection } from '#shared/integrations/twilio/machine-detection.ts';
import { callStatus } from '#shared/integrations/twilio/statuses.ts';
import {
  CLOCK_SKEW_MS,
  errorOf,
  expectAnswer,
  expectSuccess,
  readCallbackUrl,
  readOutcome,
  twilioCallbackUrl,
  twilioFallbackUrl,
  twilioIncomingUrls,
  type TwilioApi,
} from '#shared/integrations/twilio/twilio-api.ts';
import type { CarrierNumber, CarrierNumbers } from '#shared/numbers/carrier-account.ts';

/** Twilio's error for an update of a call that is over, or not answered yet. */
const NOT_ON_THE_LINE = 21220;

/** The call is not in Twilio's database yet, so that all its dates are null. */
const CreatedCall = v.object({ sid: v.string() });

const CallResource = v.object({
  sid: v.string(),
  status: callStatus,
  duration: v.nullish(v.pipe(v.string(), v.transform(Number))),
  /** RFC 2822. Null until the call is in Twilio's database. */
  date_created: v.nullish(v.pipe(v.string(), v.transform(Date.parse), v.number())),
});
const CallList = v.object({ calls: v.array(CallResource) });

export function createTwilioCarrier(
  api: TwilioApi,
  publicUrl: string,
  machineDetection: MachineDetection = {},
): Carrier {
  return {
    ...createTwilioCallEvents(api, publicUrl),
    async dial(dial) {
      return readOutcome(await api('POST', 'Calls.json', dialParameters(dial, publicUrl, machineDetection)), (body) => {
        const call = v.safeParse(CreatedCall, body);
        return call.success ? { carrierCallId: call.output.sid } : undefined;
      });
    },
    async fetchCall(carrierCallId) {
      const answer = expectAnswer(await api('GET', `Calls/${carrierCallId}.json`));
      if (answer.status === 404) return undefined;
      return toCarrierState(v.parse(CallResource, expectSuccess(answer)));
    },
    async findCalls(to, from, since) {
      // Not by StartTime: a call in the carrier's queue has none.
      const query = new URLSearchParams({ To: to, From: from, PageSize: '1000' });
      const { calls } = v.parse(CallList, expectSuccess(expectAnswer(await api('GET', 'Calls.json', query))));
      return calls
        .map((call) => ({ ...toCarrierState(call), createdAt: call.date_created ?? since }))
        .filter(({ createdAt }) => createdAt >= since - CLOCK_SKEW_MS);
    },
    async findLegs(carrierCallId) {
      const query = new URLSearchParams({ ParentCallSid: carrierCallId, PageSize: '50' });
      const { calls } = v.parse(CallList, expectSuccess(expectAnswer(await api('GET', 'Calls.json', query))));
      return calls.map(toCarrierState);
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

function dialParameters(
  { key, to, from, timeLimitSeconds, ringSeconds, expectsMessage }: Dial,
  publicUrl: string,
  machineDetection: MachineDetection,
): URLSearchParams {
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
    Timeout: String(ringSeconds),
    TimeLimit: String(timeLimitSeconds),
    MachineDetection: expectsMessage ? 'DetectMessageEnd' : 'Enable',
    AsyncAmd: 'true',
    AsyncAmdStatusCallback: twilioCallbackUrl(publicUrl, key, 'answering-machine'),
    AsyncAmdStatusCallbackMethod: 'POST',
  });
  for (const [name, value] of Object.entries(thresholds(machineDetection)))
    if (value !== undefined) parameters.append(name, String(value));
  for (const event of ['initiated', 'ringing', 'answered', 'completed'])
    parameters.append('StatusCallbackEvent', event);
  return parameters;
}

/** Without one, the carrier's default applies. */
function thresholds({ timeoutSeconds, speechThresholdMs, speechEndThresholdMs, silenceTimeoutMs }: MachineDetection) {
  return {
    MachineDetectionTimeout: timeoutSeconds,
    MachineDetectionSpeechThreshold: speechThresholdMs,
    MachineDetectionSpeechEndThreshold: speechEndThresholdMs,
    MachineDetectionSilenceTimeout: silenceTimeoutMs,
  };
}

function toCarrierState({ sid, status, duration }: v.InferOutput<typeof CallResource>): CarrierCallState {
  return { carrierCallId: sid, status, durationSeconds: duration ?? 0 };
}

/** In snake case, and only what names a call of ours: https://www.twilio.com/docs/voice/api/call-event-resource */
const EventList = v.object({
  events: v.array(
    v.object({
      request: v.nullish(
        v.object({
          url: v.nullish(v.string()),
          parameters: v.nullish(v.object({ url: v.nullish(v.string()), status_callback: v.nullish(v.string()) })),
        }),
      ),
    }),
  ),
});

type Event = v.InferOutput<typeof EventList>['events'][number];

/** Twilio's events can be read 15 minutes after the end of a call. */
function createTwilioCallEvents(api: TwilioApi, publicUrl: string): Pick<Carrier, 'findOwner'> {
  return {
    async findOwner(carrierCallId) {
      const answer = expectAnswer(await api('GET', `Calls/${carrierCallId}/Events.json`));
      if (answer.status === 404) return undefined;
      // One page is enough: every request names the call.
      const { events } = v.parse(EventList, expectSuccess(answer));
      const urls = events.flatMap(urlsOf);
      return urls.map((url) => readCallbackUrl(publicUrl, url)).find((key) => key !== undefined);
    },
  };
}

function urlsOf({ request }: Event): string[] {
  const { url, parameters } = request ?? {};
  return [url, parameters?.url, parameters?.status_callback].flatMap((one) => one ?? []);
}

const text = v.nullish(v.string(), '');

const NumberResource = v.object({
  sid: v.string(),
  phone_number: v.string(),
  voice_url: text,
  voice_method: text,
  voice_fallback_url: text,
  voice_fallback_method: text,
  status_callback: text,
  status_callback_method: text,
  /** If either of these is set, Twilio ignores the voice URL. */
  voice_application_sid: text,
  trunk_sid: text,
  sms_url: text,
  sms_method: text,
  /** If this is set, Twilio ignores the SMS URL. */
  sms_application_sid: text,
});
const NumberList = v.object({ incoming_phone_numbers: v.array(NumberResource) });

export function createTwilioNumbers(api: TwilioApi): CarrierNumbers {
  return {
    async findNumber(phoneNumber, publicUrl) {
      const query = new URLSearchParams({ PhoneNumber: phoneNumber });
      const answer = expectAnswer(await api('GET', 'IncomingPhoneNumbers.json', query));
      const { incoming_phone_numbers: numbers } = v.parse(NumberList, expectSuccess(answer));
      // Twilio's filter also matches parts of numbers.
      const number = numbers.find((one) => one.phone_number === phoneNumber);
      return number && toCarrierNumber(number, publicUrl);
    },
    async pointNumber(carrierNumberId, publicUrl) {
      const urls = twilioIncomingUrls(publicUrl);
      const parameters = new URLSearchParams({
        VoiceUrl: urls.voice,
        VoiceMethod: 'POST',
        VoiceFallbackUrl: twilioFallbackUrl(publicUrl),
        VoiceFallbackMethod: 'POST',
        StatusCallback: urls.status,
        StatusCallbackMethod: 'POST',
        VoiceApplicationSid: '',
        TrunkSid: '',
        SmsUrl: urls.message,
        SmsMethod: 'POST',
        SmsApplicationSid: '',
      });
      expectSuccess(expectAnswer(await api('POST', `IncomingPhoneNumbers/${carrierNumberId}.json`, parameters)));
    },
  };
}

function toCarrierNumber(number: v.InferOutput<typeof NumberResource>, publicUrl: string): CarrierNumber {
  const urls = twilioIncomingUrls(publicUrl);
  const { sid, phone_number: phoneNumber, voice_url: voiceUrl, voice_application_sid: app, trunk_sid: trunk } = number;
  const elsewhere = app || trunk;
  return {
    carrierNumberId: sid,
    phoneNumber,
    callsGoTo: elsewhere || voiceUrl || null,
    isPointed:
      elsewhere === '' &&
      voiceUrl === urls.voice &&
      number.voice_method === 'POST' &&
      number.voice_fallback_url === twilioFallbackUrl(publicUrl) &&
      number.voice_fallback_method === 'POST' &&
      number.status_callback === urls.status &&
      number.status_callback_method === 'POST' &&
      number.sms_application_sid === '' &&
      number.sms_url === urls.message &&
      number.sms_method === 'POST',
  };
}
