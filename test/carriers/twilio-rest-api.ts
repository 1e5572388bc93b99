import type { ReportedStatus } from '#shared/calls/carrier.ts';
import type { TwilioApi } from '#shared/integrations/twilio/twilio-api.ts';
import type { TwilioMedia } from '#shared/integrations/twilio/twilio-recordings.ts';
import type { CarrierRecording } from '#shared/recordings/recording.ts';
import type { Company, CompanyCall, Mood } from '#test/carriers/company.ts';

export const words: Record<ReportedStatus, string> = {
  initiated: 'initiated',
  ringing: 'ringing',
  'in-progress': 'in-progress',
  ended: 'completed',
  busy: 'busy',
  'no-answer': 'no-answer',
  failed: 'failed',
  cancelled: 'canceled',
};

export const recordingWords: Record<CarrierRecording['state'], string> = {
  open: 'processing',
  ready: 'completed',
  absent: 'absent',
};

const answered = (status: number, body: unknown) =>
  ({ kind: 'answered', status, body, retryAfterSeconds: status === 429 ? 1 : null }) as const;

/** The part of Twilio's REST API that the adapter asks for. */
export function createRestApi(company: Company, now: () => number): TwilioApi {
  const callResource = ({ id: sid, status, durationSeconds, createdAt }: CompanyCall) => ({
    sid,
    status: words[status],
    duration: String(durationSeconds),
    date_created: new Date(createdAt).toUTCString(),
  });
  const outcome = (mood: Mood, resource: object | undefined) => {
    if (mood === 'is busy') return answered(429, { code: 20_429, message: 'Too Many Requests' });
    if (mood === 'refuses the number') return answered(400, { code: 21_211, message: 'Invalid number' });
    return mood === 'loses' ? ({ kind: 'lost', reason: 'no answer in time' } as const) : answered(201, resource);
  };
  return async (method, path, parameters = new URLSearchParams()) => {
    const get = (name: string) => parameters.get(name) ?? '';
    const [resource = '', sid = '', part] = path.replace('.json', '').split('/');
    if (resource === 'IncomingPhoneNumbers') return numbersAt(company, sid, parameters);
    if (resource === 'Recordings') return answered(company.erase(sid) ? 204 : 404, undefined);
    if (resource === 'Messages') {
      if (method === 'GET' && sid !== '') return answered(200, { date_created: new Date(now()).toUTCString() });
      const toResource = (text: Company['texts'][number]) => ({ sid: text.id, status: 'queued', body: text.body });
      if (method === 'GET') {
        return answered(200, { messages: company.between(company.texts, get('To'), get('From')).map(toResource) });
      }
      const asked = { to: get('To'), from: get('From'), url: get('StatusCallback'), body: get('Body') };
      const { mood, text } = company.takeText(asked);
      return outcome(mood, text && toResource(text));
    }
    if (sid === '' && method === 'GET') {
      return answered(200, { calls: company.between(company.calls, get('To'), get('From')).map(callResource) });
    }
    if (sid === '') {
      const limits = { limitSeconds: Number(get('TimeLimit')) };
      const { mood, call } = company.takeCall({ to: get('To'), from: get('From'), url: get('Url'), ...limits });
      return outcome(mood, call && { sid: call.id });
    }
    const call = company.find(sid);
    if (!call) return answered(404, { code: 20_404, message: 'not found' });
    if (part === 'Recordings') {
      const known = company.recordings.filter((one) => one.callId === sid);
      return answered(200, { recordings: known.map(recordingResource) });
    }
    if (part === 'Events') return answered(200, { events: [{ request: { url: call.url.split('#')[0] } }] });
    if (parameters.has('Status')) call.status = 'ended';
    if (parameters.has('TimeLimit')) call.limitSeconds = Number(get('TimeLimit'));
    return answered(200, callResource(call));
  };
}

const recordingResource = ({ id: sid, state, durationSeconds }: CarrierRecording) => ({
  sid,
  status: recordingWords[state],
  duration: String(durationSeconds),
});

/** Lists what has the number, or keeps where it is pointed: parameters are written as `VoiceUrl`, fields as `voice_url`. */
function numbersAt({ numbers }: Company, sid: string, parameters: URLSearchParams) {
  if (sid === '') {
    const found = numbers.filter(({ phoneNumber }) => phoneNumber === parameters.get('PhoneNumber'));
    const toResource = ({ id, phoneNumber, pointing }: Company['numbers'][number]) => ({
      sid: id,
      phone_number: phoneNumber,
      ...pointing,
    });
    return answered(200, { incoming_phone_numbers: found.map(toResource) });
  }
  const number = numbers.find(({ id }) => id === sid);
  if (!number) return answered(404, { code: 20_404, message: 'not found' });
  const fieldOf = (name: string) => name.replaceAll(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  number.pointing = Object.fromEntries([...parameters].map(([name, value]) => [fieldOf(name), value]));
  return answered(200, { sid });
}

export function createMedia({ recordings }: Company): TwilioMedia {
  return async (path) => {
    const [, id] = /^Recordings\/(.+)\.wav/.exec(path) ?? [];
    const found = recordings.find((one) => one.id === id);
    return found && new Blob([found.audio]).stream();
  };
}
