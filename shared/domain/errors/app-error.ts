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
