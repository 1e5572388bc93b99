// Written by hand after the carrier's published API description: which parameters a request may have, and how they look.

const text = /^/;
const number = /^\+[1-9]\d{6,14}$/;
const integer = /^\d+$/;
const boolean = /^(?:true|false)$/;
const address = /^https?:\/\/[^_/]+(?:\/|$)/;
const method = /^(?:GET|POST)$/;
const date = /^\d{4}-\d{2}-\d{2}/;
/** Several fields of one kind. */
const each = (kind: RegExp, names: string) => Object.fromEntries(names.split(' ').map((name) => [name, kind]));
const paging = { PageSize: integer, Page: integer, PageToken: text };

const createCall = {
  ...each(number, 'To From'),
  ...each(address, 'Url FallbackUrl StatusCallback RecordingStatusCallback AsyncAmdStatusCallback'),
  ...each(
    method,
    'Method FallbackMethod StatusCallbackMethod RecordingStatusCallbackMethod AsyncAmdStatusCallbackMethod',
  ),
  ...each(text, 'Twiml SendDigits CallerId CallReason'),
  StatusCallbackEvent: /^(?:initiated|ringing|answered|completed)$/,
  ...each(
    integer,
    'Timeout TimeLimit MachineDetectionTimeout MachineDetectionSpeechThreshold MachineDetectionSpeechEndThreshold MachineDetectionSilenceTimeout',
  ),
  ...each(boolean, 'Record AsyncAmd'),
  RecordingChannels: /^(?:mono|dual)$/,
  RecordingTrack: /^(?:inbound|outbound|both)$/,
  RecordingStatusCallbackEvent: /^(?:in-progress|completed|absent)$/,
  Trim: /^(?:trim-silence|do-not-trim)$/,
  MachineDetection: /^(?:Enable|DetectMessageEnd)$/,
};

const createMessage = {
  ...each(number, 'To From FallbackFrom'),
  ...each(text, 'Body MaxPrice PersistentAction ContentVariables'),
  ...each(address, 'StatusCallback MediaUrl'),
  ApplicationSid: /^AP[\da-f]{32}$/i,
  ...each(boolean, 'ProvideFeedback ForceDelivery SmartEncoded ShortenUrls SendAsMms'),
  ...each(integer, 'Attempt ValidityPeriod'),
  ContentRetention: /^(?:retain|discard)$/,
  AddressRetention: /^(?:retain|obfuscate)$/,
  TrafficType: /^free$/,
  ScheduleType: /^fixed$/,
  SendAt: date,
  RiskCheck: /^(?:enable|disable)$/,
  MessagingServiceSid: /^MG[\da-f]{32}$/i,
  ContentSid: /^HX[\da-f]{32}$/i,
};

const listCalls = {
  ...each(number, 'To From'),
  ...each(text, 'ParentCallSid Status'),
  ...each(date, 'StartTime StartTime< StartTime> EndTime EndTime< EndTime>'),
  ...paging,
};

const listMessages = { To: number, From: number, DateSent: date, 'DateSent<': date, 'DateSent>': date, ...paging };

const addressOrNone = /^(?:https?:\/\/[^_/]+(?:\/.*)?)?$/;

const updateNumber = {
  ...each(text, 'FriendlyName EmergencyAddressSid IdentitySid AddressSid BundleSid ApiVersion'),
  ...each(addressOrNone, 'VoiceUrl VoiceFallbackUrl StatusCallback SmsUrl SmsFallbackUrl'),
  ...each(method, 'VoiceMethod VoiceFallbackMethod StatusCallbackMethod SmsMethod SmsFallbackMethod'),
  VoiceCallerIdLookup: boolean,
  ...each(/^(?:AP[\da-f]{32})?$/i, 'VoiceApplicationSid SmsApplicationSid'),
  VoiceReceiveMode: /^(?:voice|fax)$/,
  TrunkSid: /^(?:TK[\da-f]{32})?$/i,
  EmergencyStatus: /^(?:Active|Inactive)$/,
  AccountSid: /^AC[\da-f]{32}$/i,
};

/** By method and path below the account; `{Sid}` stands for an id. */
export const publishedParameters: Record<string, Record<string, RegExp>> = {
  'POST Calls.json': createCall,
  'GET Calls.json': listCalls,
  'GET Calls/{Sid}.json': {},
  'POST Calls/{Sid}.json': { Status: /^(?:canceled|completed)$/, TimeLimit: integer },
  'GET IncomingPhoneNumbers.json': { PhoneNumber: text, FriendlyName: text, Beta: boolean, Origin: text, ...paging },
  'GET IncomingPhoneNumbers/{Sid}.json': {},
  'POST IncomingPhoneNumbers/{Sid}.json': updateNumber,
  'POST Messages.json': createMessage,
  'GET Messages.json': listMessages,
  'GET Messages/{Sid}.json': {},
};
