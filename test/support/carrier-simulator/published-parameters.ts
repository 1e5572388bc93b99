// Written by hand after the carrier's published API description: which parameters a request may have, and how they look.

const text = /^/;
const number = /^\+[1-9]\d{6,14}$/;
const integer = /^\d+$/;
const boolean = /^(?:true|false)$/;
const address = /^https?:\/\/[^_/]+(?:\/|$)/;
const method = /^(?:GET|POST)$/;
const date = /^\d{4}-\d{2}-\d{2}/;
const paging = { PageSize: integer, Page: integer, PageToken: text };

const createCall = {
  To: number,
  From: number,
  Url: address,
  Method: method,
  Twiml: text,
  FallbackUrl: address,
  FallbackMethod: method,
  StatusCallback: address,
  StatusCallbackEvent: /^(?:initiated|ringing|answered|completed)$/,
  StatusCallbackMethod: method,
  SendDigits: text,
  Timeout: integer,
  TimeLimit: integer,
  Record: boolean,
  RecordingChannels: /^(?:mono|dual)$/,
  RecordingTrack: /^(?:inbound|outbound|both)$/,
  RecordingStatusCallback: address,
  RecordingStatusCallbackMethod: method,
  RecordingStatusCallbackEvent: /^(?:in-progress|completed|absent)$/,
  Trim: /^(?:trim-silence|do-not-trim)$/,
  MachineDetection: /^(?:Enable|DetectMessageEnd)$/,
  MachineDetectionTimeout: integer,
  MachineDetectionSpeechThreshold: integer,
  MachineDetectionSpeechEndThreshold: integer,
  MachineDetectionSilenceTimeout: integer,
  AsyncAmd: boolean,
  AsyncAmdStatusCallback: address,
  AsyncAmdStatusCallbackMethod: method,
  CallerId: text,
  CallReason: text,
};

const createMessage = {
  To: number,
  From: number,
  Body: text,
  StatusCallback: address,
  ApplicationSid: /^AP[\da-f]{32}$/i,
  MaxPrice: text,
  ProvideFeedback: boolean,
  Attempt: integer,
  ValidityPeriod: integer,
  ForceDelivery: boolean,
  ContentRetention: /^(?:retain|discard)$/,
  AddressRetention: /^(?:retain|obfuscate)$/,
  SmartEncoded: boolean,
  PersistentAction: text,
  TrafficType: /^free$/,
  ShortenUrls: boolean,
  ScheduleType: /^fixed$/,
  SendAt: date,
  SendAsMms: boolean,
  ContentVariables: text,
  RiskCheck: /^(?:enable|disable)$/,
  FallbackFrom: number,
  MessagingServiceSid: /^MG[\da-f]{32}$/i,
  MediaUrl: address,
  ContentSid: /^HX[\da-f]{32}$/i,
};

const listCalls = {
  To: number,
  From: number,
  ParentCallSid: text,
  Status: text,
  StartTime: date,
  'StartTime<': date,
  'StartTime>': date,
  EndTime: date,
  'EndTime<': date,
  'EndTime>': date,
  ...paging,
};

const listMessages = { To: number, From: number, DateSent: date, 'DateSent<': date, 'DateSent>': date, ...paging };

const addressOrNone = /^(?:https?:\/\/[^_/]+(?:\/.*)?)?$/;

const updateNumber = {
  FriendlyName: text,
  VoiceUrl: addressOrNone,
  VoiceMethod: method,
  VoiceFallbackUrl: addressOrNone,
  VoiceFallbackMethod: method,
  VoiceCallerIdLookup: boolean,
  VoiceApplicationSid: /^(?:AP[\da-f]{32})?$/i,
  VoiceReceiveMode: /^(?:voice|fax)$/,
  StatusCallback: addressOrNone,
  StatusCallbackMethod: method,
  SmsUrl: addressOrNone,
  SmsMethod: method,
  SmsFallbackUrl: addressOrNone,
  SmsFallbackMethod: method,
  SmsApplicationSid: /^(?:AP[\da-f]{32})?$/i,
  TrunkSid: /^(?:TK[\da-f]{32})?$/i,
  EmergencyStatus: /^(?:Active|Inactive)$/,
  EmergencyAddressSid: text,
  IdentitySid: text,
  AddressSid: text,
  BundleSid: text,
  AccountSid: /^AC[\da-f]{32}$/i,
  ApiVersion: text,
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
