import { isCallbackUrl, isOneOf } from '#infra/local/carrier-simulator/service/callback-url.ts';
import type { ParameterRule } from './read-form.ts';

const GENERAL = 20_001;
const BAD_URL = 21_205;
const BAD_CALLBACK = 21_609;
const BAD_EVENT = 21_626;

const general = (check: ParameterRule['check']): ParameterRule => ({ check, code: GENERAL });
const between = (from: number, to: number) =>
  general((value) => /^\d+$/.test(value) && Number(value) >= from && Number(value) <= to);
const oneOf = (...allowed: string[]) => general(isOneOf(...allowed));
const text = general(() => true);
const method = oneOf('GET', 'POST');
const callback: ParameterRule = { check: isCallbackUrl, code: BAD_CALLBACK };
const events = (...allowed: string[]): ParameterRule => ({
  check: isOneOf(...allowed),
  code: BAD_EVENT,
  repeats: true,
});

/** What a request to dial may say, besides To and From; anything else is ignored and reported. */
export const createParameters: Record<string, ParameterRule> = {
  To: text,
  From: text,
  Url: { check: isCallbackUrl, code: BAD_URL },
  Method: method,
  Twiml: general((value) => value.length <= 4000),
  FallbackUrl: { check: isCallbackUrl, code: BAD_URL },
  FallbackMethod: method,
  StatusCallback: callback,
  StatusCallbackMethod: method,
  StatusCallbackEvent: events('initiated', 'ringing', 'answered', 'completed'),
  SendDigits: general((value) => /^[\d*#wW]{1,32}$/.test(value)),
  Timeout: between(1, 600),
  TimeLimit: between(1, 86_400),
  Record: oneOf('true', 'false'),
  RecordingChannels: oneOf('mono', 'dual'),
  RecordingTrack: oneOf('inbound', 'outbound', 'both'),
  RecordingStatusCallback: callback,
  RecordingStatusCallbackMethod: method,
  RecordingStatusCallbackEvent: events('in-progress', 'completed', 'absent'),
  Trim: oneOf('trim-silence', 'do-not-trim'),
  MachineDetection: oneOf('Enable', 'DetectMessageEnd'),
  MachineDetectionTimeout: between(3, 59),
  MachineDetectionSpeechThreshold: between(1000, 6000),
  MachineDetectionSpeechEndThreshold: between(500, 5000),
  MachineDetectionSilenceTimeout: between(2000, 10_000),
  AsyncAmd: oneOf('true', 'false'),
  AsyncAmdStatusCallback: callback,
  AsyncAmdStatusCallbackMethod: method,
  CallerId: text,
  CallReason: text,
};

/** What an update of a call may say. */
export const updateParameters: Record<string, ParameterRule> = {
  Status: oneOf('canceled', 'completed'),
  TimeLimit: between(1, 86_400),
};
