import type { RealtimeCall } from '#openai/realtime-call.ts';
import type { RealtimeCalls } from '#openai/realtime-calls.ts';
import type { RealtimeLine } from '#openai/realtime-response.ts';
import { behaviourOf } from '#twilio/callees/behaviours.ts';
import type { CallSession, LiveCall } from '#twilio/context/live-call.ts';
import { startRecording } from '#twilio/reports/recordings.ts';
import { newSid } from '#twilio/wire/formats.ts';
import { TwimlError, type TwimlNode } from '#twilio/wire/parse-twiml.ts';

const MODEL_HOSTS = ['sip.api.openai.com', 'sip-eu.api.openai.com'];
const DEFAULT_RING_SECONDS = 30;
/** Before the model hears of the call: up to seven seconds were seen. */
const LONGEST_BRIDGE_SECONDS = 7;
/** However fast calls go, the service needs real time to accept one. */
const RING_FLOOR_MS = 5000;

/** `<Dial><Sip>`: bridges the line to a SIP address until one side hangs up. Returns the parameters for the request to the action. */
export async function runBridge({ attributes, children }: TwimlNode, live: LiveCall): Promise<Record<string, string>> {
  const [sip] = children;
  if (children.length !== 1 || sip?.name !== 'Sip') return failed(live, 'only <Dial> with one <Sip> is simulated');
  const address = readSipAddress(sip.text);
  const { realtime } = live.context;
  if (!realtime || !MODEL_HOSTS.includes(address.host) || address.user !== realtime.options.projectId) {
    return failed(live, `there is no SIP endpoint ${address.user}@${address.host}`);
  }
  const startedAt = live.context.clock.now();
  const outcome = await ringAndBridge(attributes, address, realtime, live);
  const seconds = Math.ceil(live.context.clock.seconds(live.context.clock.now() - startedAt));
  live.addEvent('bridge', { outcome });
  const sid = { DialCallSid: newSid('CA'), DialCallStatus: outcome };
  return outcome === 'completed'
    ? { ...sid, DialCallDuration: String(seconds), DialBridged: 'true', DialSipResponseCode: '200' }
    : { ...sid, DialBridged: 'false', DialSipResponseCode: outcome === 'failed' ? '603' : '487' };
}

type Outcome = 'completed' | 'failed' | 'no-answer' | 'canceled';

async function ringAndBridge(
  attributes: TwimlNode['attributes'],
  address: SipAddress,
  realtime: RealtimeCalls,
  live: LiveCall,
): Promise<Outcome> {
  const { clock } = live.context;
  const over = Promise.withResolvers<Outcome>();
  const hungUp = () => over.resolve('completed');
  const headers = [
    { name: 'From', value: `sip:${live.record.from}@carrier.example.com` },
    { name: 'To', value: `sip:${address.user}@${address.host}` },
    ...address.headers,
  ];
  await clock.sleep(live.context.vary(live.sid, 'bridge') * LONGEST_BRIDGE_SECONDS, { signal: live.over });
  if (live.over.aborted) return 'canceled';
  const { copies } = behaviourOf(live.customer).callbacks;
  const model = realtime.ring(headers, realtimeLine(live, hungUp), copies);
  const customerLeft = () => {
    over.resolve(model.state === 'ringing' ? 'canceled' : 'completed');
    model.lineClosed();
  };
  live.over.addEventListener('abort', customerLeft);
  if (live.over.aborted) customerLeft();
  const ringSeconds = Number(attributes['timeout'] ?? DEFAULT_RING_SECONDS);
  const stopRinging = clock.after(ringSeconds, () => over.resolve('no-answer'), RING_FLOOR_MS);
  const first = await Promise.race([model.decision, over.promise]);
  stopRinging();
  let stopLimit = () => {};
  if (first === 'rejected') over.resolve('failed');
  if (first === 'accepted') {
    connect(attributes, model, live);
    const limit = Number(attributes['timeLimit'] ?? 0);
    if (limit > 0) stopLimit = clock.after(limit, hungUp);
  }
  const outcome = await over.promise;
  stopLimit();
  live.over.removeEventListener('abort', customerLeft);
  live.session = undefined;
  realtime.remove(model);
  live.recorder.setState('quiet');
  return outcome;
}

function connect(attributes: TwimlNode['attributes'], model: RealtimeCall, live: LiveCall) {
  if (live.over.aborted) return;
  const { record } = attributes;
  if (record !== undefined && record !== 'do-not-record') {
    const channels = record.endsWith('-dual') ? 'dual' : 'mono';
    startRecording({ name: 'Recording', attributes: { ...attributes, channels }, children: [], text: '' }, live);
  }
  live.session = bridgeSession(model);
  live.recorder.connect();
}

function failed(live: LiveCall, message: string): Record<string, string> {
  live.addViolation(13_224, message);
  return { DialCallStatus: 'failed', DialBridged: 'false' };
}

/** The customer's side of the bridge. The model hears sound, and needs no text before the end of a sentence. */
function bridgeSession(model: RealtimeCall): CallSession {
  return {
    customerStarts: () => model.customerStarts(),
    customerContinues: () => undefined,
    customerStops: (text) => model.customerStops(text),
    terminate: () => model.lineClosed(),
  };
}

/** The model's side of the bridge. */
function realtimeLine(live: LiveCall, hungUp: () => void): RealtimeLine {
  return {
    clock: live.context.clock,
    script: behaviourOf(live.customer).speechModel,
    addEvent: (type, data) => live.addEvent(type, data),
    setSpeechState: (state) => live.recorder.setState(state),
    addPlayedText: (text) => live.recorder.addSpeech(text),
    addUtterance(text, cut) {
      if (text === '') return;
      live.addEvent('dialogue', { who: 'assistant', text, ...(cut ? { cut } : {}) });
      live.transcription?.addSpeech('outbound_track', text);
    },
    hungUp,
  };
}

interface SipAddress {
  user: string;
  host: string;
  /** The `X-` headers. The carrier drops all others. */
  headers: { name: string; value: string }[];
}

const MAX_URI = 255;
const MAX_HEADERS = 1024;

/** `sip:user@host;transport=tls?X-Name=value`, within the carrier's lengths. */
export function readSipAddress(text: string): SipAddress {
  const [uri = '', query = ''] = text.split('?', 2);
  const match = /^sips?:([^@;]+)@([^;]+)((?:;[\w-]+=[\w-]+)*)$/.exec(uri);
  if (!match || uri.length > MAX_URI) throw new TwimlError(13_224, `invalid SIP address "${uri}"`);
  if (query.length > MAX_HEADERS) throw new TwimlError(13_224, 'the headers of the SIP address are too long');
  const headers = [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
  return {
    user: match[1] ?? '',
    host: match[2] ?? '',
    headers: headers.filter(({ name }) => name.toLowerCase().startsWith('x-')),
  };
}
