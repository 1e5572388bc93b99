/** Field path as sent by the client → error sentences. */
export type FieldErrors = Record<string, string[]>;

export const publicMessages = {
  validation_failed: 'The given data was invalid.',
  assistant_not_found: 'Assistant not found',
  assistant_changed: 'The assistant was changed meanwhile. Read it again.',
  call_not_found: 'Call not found',
  sms_not_found: 'SMS not found',
  token_not_found: 'Token not found',
  token_protected: 'A token with scopes cannot revoke a token without scopes, or one that it descends from.',
  too_many_tokens: 'The account has 50 live access tokens. Revoke one first.',
  too_many_assistants: 'The account has 1,000 assistants. Delete one first.',
  assistants_too_large: 'All assistants of the account would have more than 4.9 MB. Shorten or delete some first.',
  too_many_campaigns: 'The account has 1,000 campaigns. Delete one first.',
  tool_not_found: 'Tool not found',
  too_many_tools: 'You have reached the limit of 100 mid call tools. Delete one first.',
  phone_number_not_found: 'Phone number not found',
  campaign_not_found: 'Campaign not found',
  campaign_changed: 'The campaign was changed meanwhile. Read it again.',
  campaign_running: 'The campaign is in progress already.',
  campaign_not_running: 'The campaign is not in progress.',
  campaign_without_assistant: 'The campaign has no active outbound assistant.',
  insufficient_campaign_balance: 'Insufficient balance',
  lead_not_found: 'Lead not found',
  lead_processing: 'The lead is being called and cannot be deleted now.',
  call_not_over: 'The call is not over and cannot be deleted yet.',
  delivery_not_found: 'Webhook delivery not found',
  too_many_attempts: 'The webhook was attempted too often to be sent again.',
  call_over: 'The call is over.',
  recording_not_found: 'Recording not found',
  recording_not_ready: 'The recording is not ready yet.',
  unknown_fields: 'Invalid fields',
  invalid_phone_number: 'Invalid phone number',
  invalid_lead_number: 'Invalid phone number',
  insufficient_balance: 'Insufficient balance',
  too_many_requests: 'Too Many Requests',
  too_many_waiting: 'Too many calls are waiting',
  expensive_spend_reached: 'The daily limit of expensive destinations is reached.',
  too_many_conversations: 'Too many calls are in progress',
  web_calls_not_set_up: 'Web calls are not set up in this deployment.',
  widget_unavailable: 'The widget takes no calls at the moment.',
  origin_not_allowed: 'Pages of this origin may not show the widget.',
  from_number_not_found: 'From number not found',
  from_number_not_sms_capable: 'From number is not SMS capable',
  from_number_expired: 'From number subscription has expired',
  invalid_to_number: 'Invalid to phone number',
  insufficient_sms_balance: 'Insufficient balance',
  sms_failed: 'Failed to send SMS',
  malformed_json: 'The request body is not valid JSON.',
  unsupported_media_type: 'The request body must be sent as application/json.',
  payload_too_large: 'The request body is larger than 256 KB.',
  answer_too_large: 'The answer is larger than 6 MB. Accept gzip, or ask for fewer records with per_page.',
  list_too_large: 'The list is larger than 12 MB. Ask for its pages at GET /user/assistants/get.',
  idempotency_conflict: 'The Idempotency-Key was used with another request body.',
  idempotency_running: 'A request with this Idempotency-Key is still running.',
  unauthorized: 'Unauthorized',
  forbidden: 'Forbidden',
  scope_missing: 'This token lacks a scope that the request needs.',
  not_found: 'Not Found',
  method_not_allowed: 'Method Not Allowed',
  internal: 'Internal server error',
} as const;

export type ErrorCode = keyof typeof publicMessages;

interface AppErrorOptions {
  message?: string;
  errors?: FieldErrors;
  /** The provider's reason; `error` in the response. */
  detail?: string;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A refusal that the client sees. Any other error is an internal failure. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly detail: string | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? publicMessages[code], { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.detail = options.detail;
  }
}

export function invalidFields(errors: FieldErrors): AppError {
  return new AppError('validation_failed', { errors });
}

export function unknownFields(names: readonly string[]): AppError {
  return new AppError('unknown_fields', { message: `Invalid fields: ${names.join(', ')}` });
}

/** A refusal on the operator's command line. API clients never see it. */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}

/** Thrown while a queue message is processed: acknowledge the message, and deliver a copy after the delay. */
export class RetryLater extends Error {
  readonly delaySeconds: number;

  constructor(reason: string, delaySeconds: number, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'RetryLater';
    this.delaySeconds = delaySeconds;
  }
}

/** `{f}`: the field path, spaces for underscores. Clients compare some sentences: change them with the contract. */
export const sentences = {
  required: 'The {f} field is required.',
  webhookUrlRequired: 'The webhook url field is required when is webhook active is true.',
  string: 'The {f} must be a string.',
  integer: 'The {f} must be an integer.',
  number: 'The {f} must be a number.',
  array: 'The {f} must be an array.',
  boolean: 'The {f} field must be true or false.',
  object: 'The {f} must be an object.',
  selected: 'The selected {f} is invalid.',
  url: 'The {f} must be a valid URL.',
  timezone: 'The {f} must be a valid timezone.',
  format: 'The {f} format is invalid.',
  date: 'The {f} does not match the format Y-m-d.',
  phone: 'The {f} must be a valid phone number in E.164 format.',
  erased: 'The {f} is not called: it was on the do-not-call list, and was erased.',
  taken: 'The {f} has already been taken.',
  match: (other: string) => `The {f} and ${other.replaceAll('_', ' ')} must match.`,
  noSubscription: 'The selected phone number has no active subscription.',
  noWebhook: 'The selected {f} has no webhook of this event.',
  noModel: 'The language model of the {f} has no configured provider.',
  noProvider: 'The selected {f} has no configured provider.',
  retired: (successor?: string) =>
    `The selected {f} is retired${successor === undefined ? '' : `: choose ${successor}`}.`,
  setAutomatically: (value: string) => `The {f} ${value} is set automatically.`,
  ownScopes: 'The {f} must be among those of the token that creates it.',
  future: 'The {f} must be a time in the future.',
  later: (other: string) => `The {f} must be later than the ${other}.`,
  outsideHours: (start: string, end: string) =>
    `The {f} must leave a time between ${start} and ${end}, when campaigns may call.`,
  completedCampaign: 'The campaign is completed.',
  pipelineOnly: 'The {f} works in the mode pipeline only.',
  ownNumber: 'The {f} is a number of an assistant.',
  expensive: 'The {f} is too expensive for this.',
  notSupported: 'The {f} field is not supported.',
  within: (other: string) => `The {f} must not be later than the ${other}.`,
  maxLength: (length: number) => `The {f} must not be greater than ${length} characters.`,
  maxJson: (most: number, unit: 'characters' | 'bytes', sent: number) =>
    `The {f} must have at most ${grouped(most)} ${unit} of JSON; these are ${grouped(sent)}.`,
  depth: (levels: number) => `The {f} must not be nested deeper than ${levels} levels.`,
  maxItems: (count: number) => `The {f} must not have more than ${count} items.`,
  between: (least: number, most: number) => `The {f} must be between ${least} and ${most}.`,
} as const;

const grouped = (count: number) => count.toLocaleString('en-US');

export function fillSentence(template: string, path: string): string {
  return template.replace('{f}', path.replaceAll('_', ' '));
}
