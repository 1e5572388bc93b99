/** Field path as the client sent it → the sentences that say what is wrong with it. */
export type FieldErrors = Record<string, string[]>;

/** Every way in which the service refuses a request, with the public text of the contract. */
export const publicMessages = {
  validation_failed: 'The given data was invalid.',
  assistant_not_found: 'Assistant not found',
  call_not_found: 'Call not found',
  phone_number_not_found: 'Phone number not found',
  campaign_not_found: 'Campaign not found',
  campaign_running: 'The campaign is in progress already.',
  campaign_not_running: 'The campaign is not in progress.',
  campaign_without_assistant: 'The campaign has no active outbound assistant.',
  insufficient_campaign_balance: 'Insufficient balance',
  lead_not_found: 'Lead not found',
  lead_processing: 'The lead is being called and cannot be deleted now.',
  call_not_over: 'The call is not over and cannot be deleted yet.',
  recording_not_found: 'Recording not found',
  recording_not_ready: 'The recording is not ready yet.',
  unknown_fields: 'Invalid fields',
  invalid_phone_number: 'Invalid phone number',
  invalid_lead_number: 'Invalid phone number',
  insufficient_balance: 'Insufficient balance',
  from_number_not_found: 'From number not found',
  from_number_not_sms_capable: 'From number is not SMS capable',
  from_number_expired: 'From number subscription has expired',
  invalid_to_number: 'Invalid to phone number',
  insufficient_sms_balance: 'Insufficient balance',
  sms_failed: 'Failed to send SMS',
  malformed_json: 'The request body is not valid JSON.',
  unsupported_media_type: 'The request body must be sent as application/json.',
  payload_too_large: 'The request body is larger than 256 KB.',
  idempotency_conflict: 'The Idempotency-Key was used with another request body.',
  idempotency_running: 'A request with this Idempotency-Key is still running.',
  forbidden: 'Forbidden',
  not_found: 'Not Found',
  internal: 'Internal server error',
} as const;

export type ErrorCode = keyof typeof publicMessages;

interface AppErrorOptions {
  /** Instead of the code's public text, where that names what the client sent. */
  message?: string;
  errors?: FieldErrors;
  /** What the provider says about it; shown to the client as `error`. */
  detail?: string;
  /** When the same request may be tried again; shown to the client as `retry_after`. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A refusal that a client can understand; anything else that is thrown is an internal failure. */
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

/** A 422 that a rule outside the schema decides, such as a record that must exist. */
export function invalidFields(errors: FieldErrors): AppError {
  return new AppError('validation_failed', { errors });
}

/** The contract's answer to body fields that an endpoint does not take. */
export function unknownFields(names: readonly string[]): AppError {
  return new AppError('unknown_fields', { message: `Invalid fields: ${names.join(', ')}` });
}

/** A refusal that an operator reads on the command line: one line, no code, never shown to the clients of the API. */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}

/** Thrown by the work of a queue message: acknowledge this message, and deliver it again after the delay. */
export class RetryLater extends Error {
  readonly delaySeconds: number;

  constructor(reason: string, delaySeconds: number, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'RetryLater';
    this.delaySeconds = delaySeconds;
  }
}

/**
 * The sentences of validation errors, `{f}` standing for the field's path with underscores as spaces.
 * Clients compare some of these texts, so they change only with the contract.
 */
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
  taken: 'The {f} has already been taken.',
  setAutomatically: (value: string) => `The {f} ${value} is set automatically.`,
  maxLength: (length: number) => `The {f} must not be greater than ${length} characters.`,
  between: (least: number, most: number) => `The {f} must be between ${least} and ${most}.`,
} as const;

/** Puts the field's path into a sentence: `post_call_schema.0.name` reads `post call schema.0.name`. */
export function fillSentence(template: string, path: string): string {
  return template.replace('{f}', path.replaceAll('_', ' '));
}
