import type { ErrorCode } from '#shared/domain/errors/app-error.ts';

/** The HTTP status of every refusal. The record is complete by its type. */
export const errorStatus: Record<ErrorCode, number> = {
  validation_failed: 422,
  assistant_not_found: 404,
  call_not_found: 404,
  phone_number_not_found: 404,
  campaign_not_found: 404,
  lead_not_found: 404,
  unknown_fields: 422,
  invalid_phone_number: 400,
  invalid_lead_number: 422,
  insufficient_balance: 422,
  from_number_not_found: 400,
  from_number_not_sms_capable: 400,
  from_number_expired: 400,
  invalid_to_number: 400,
  insufficient_sms_balance: 400,
  sms_failed: 500,
  malformed_json: 400,
  unsupported_media_type: 415,
  payload_too_large: 413,
  idempotency_conflict: 409,
  idempotency_running: 409,
  forbidden: 403,
  not_found: 404,
  internal: 500,
};
