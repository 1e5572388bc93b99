import {
  type FormParameters,
  general,
  isE164,
  oneOf,
  type ParameterRule,
  readForm,
  type Report,
  RestError,
  text,
} from '#twilio/rest/api-message.ts';
import { isCallbackUrl, isOneOf } from '#twilio/wire/formats.ts';

const BAD_URL = 21_205;
const BAD_CALLBACK = 21_609;
const BAD_EVENT = 21_626;

const between = (from: number, to: number) =>
  general((value) => /^\d+$/.test(value) && Number(value) >= from && Number(value) <= to);
const method = oneOf('GET', 'POST');
const callback: ParameterRule = { check: isCallbackUrl, code: BAD_CALLBACK };
const events = (...allowed: string[]): ParameterRule => ({
  check: isOneOf(...allowed),
  code: BAD_EVENT,
  repeats: true,
});

/** The parameters of a request to dial. Others are ignored and reported. */
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

/** The parameters of an update of a call. */
export const updateParameters: Record<string, ParameterRule> = {
  Status: oneOf('canceled', 'completed'),
  TimeLimit: between(1, 86_400),
};

/** Numbers that the carrier's own test credentials refuse. */
const refusedTo: Record<string, [code: number, status: number, reason: string]> = {
  '+15005550001': [21_211, 400, 'is not a valid phone number'],
  '+15005550002': [21_214, 400, 'cannot be reached'],
  '+15005550003': [21_215, 400, 'is in a region that this account may not call'],
  '+15005550004': [21_216, 400, 'is blocked for this account'],
};
const refusedFrom: Record<string, number> = { '+15005550000': 21_210, '+15005550001': 21_212 };

/** The parameters of a request to dial. @throws RestError as the carrier refuses them */
export function readCreateParameters(form: URLSearchParams, report: Report): FormParameters {
  const parameters = readForm(form, createParameters, report);
  checkTo(parameters['To']?.[0] ?? '');
  checkFrom(parameters['From']?.[0] ?? '');
  const isAnswerable = parameters['Url'] ?? parameters['Twiml'];
  if (!isAnswerable) throw new RestError(400, 21_205, 'Url parameter is required');
  if (parameters['AsyncAmd']?.[0] === 'true' && !parameters['AsyncAmdStatusCallback']) {
    report(21_262, 'AsyncAmd without AsyncAmdStatusCallback: the verdict goes nowhere');
  }
  return parameters;
}

export function readUpdateParameters(form: URLSearchParams, report: Report): FormParameters {
  return readForm(form, updateParameters, report);
}

function checkTo(to: string): void {
  if (to === '') throw new RestError(400, 21_201, "No 'To' number is specified");
  if (!isE164(to))
    throw new RestError(400, 21_211, `The phone number you are attempting to call, ${to}, is not valid.`);
  const refusal = refusedTo[to];
  if (refusal) throw new RestError(refusal[1], refusal[0], `The number ${to} ${refusal[2]}`);
}

function checkFrom(from: string): void {
  if (from === '') throw new RestError(400, 21_213, "'From' phone number is required to make a Call");
  if (!isE164(from)) throw new RestError(400, 21_212, `The source phone number provided, ${from}, is not valid.`);
  const code = refusedFrom[from];
  if (code) throw new RestError(400, code, `The source phone number provided, ${from}, is not yours to use.`);
}
