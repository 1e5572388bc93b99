import type { ContractedRow } from '#infra/generate/openapi/load-contracts.ts';
import { validationExample } from '#infra/generate/openapi/validation-example.ts';
import { publicMessages, type ErrorCode } from '#shared/platform/errors.ts';
import { errorStatus } from '#shared/platform/http/errors.ts';
import { DEFAULT_SCOPE, scopeMissing } from '#shared/platform/http/middlewares/access-token.ts';

/** One way in which an endpoint refuses a request. */
export interface Refusal {
  status: number;
  message: string;
  /** The one key that stands beside `message`. */
  beside?: { name: 'errors' | 'error' | 'retry_after'; example: unknown };
}

/** Every refusal of an endpoint: API Gateway's, the middlewares', and its own. */
export function refusalsOf(endpoint: ContractedRow): Refusal[] {
  return [...gatewayRefusals(endpoint), ...[...codesOf(endpoint)].map((code) => refusalOf(code, endpoint))];
}

function gatewayRefusals({ row }: ContractedRow): Refusal[] {
  return [
    ...(row.auth === 'none' ? [] : [{ status: 401, message: 'Unauthorized' }]),
    ...(row.method === 'GET' ? [] : [{ status: 413, message: 'Request Entity Too Large' }]),
    { status: 500, message: 'Internal Server Error' },
    { status: 503, message: 'Service Unavailable' },
  ];
}

function codesOf({ row, contract }: ContractedRow): Set<ErrorCode> {
  const takesFields = contract.body !== undefined || contract.query !== undefined;
  return new Set([
    ...when(contract.body !== undefined, 'malformed_json', 'unsupported_media_type'),
    ...when(row.method !== 'GET', 'payload_too_large'),
    ...when(contract.onlyFields !== undefined, 'unknown_fields'),
    ...when(takesFields || contract.idempotent, 'validation_failed'),
    ...(contract.pathId === undefined ? [] : [contract.pathId]),
    ...(contract.pathReference === undefined ? [] : [contract.pathReference]),
    ...contract.refusals,
    ...when(contract.idempotent, 'idempotency_conflict', 'idempotency_running'),
    ...when(row.auth !== 'none', 'scope_missing', 'too_many_requests'),
    ...when(true, 'internal'),
  ]);
}

const hasRetryAfter: ReadonlySet<ErrorCode> = new Set([
  'expensive_spend_reached',
  'idempotency_running',
  'recording_not_ready',
  'too_many_conversations',
  'too_many_requests',
  'too_many_waiting',
]);

function when(condition: boolean, ...codes: ErrorCode[]): ErrorCode[] {
  return condition ? codes : [];
}

function refusalOf(code: ErrorCode, { contract }: ContractedRow): Refusal {
  const refusal = { status: errorStatus[code], message: publicMessages[code] };
  if (code === 'internal') return { ...refusal, message: contract.errors?.internal ?? refusal.message };
  if (code === 'validation_failed') {
    return {
      ...refusal,
      message: contract.errors?.validation ?? refusal.message,
      beside: { name: 'errors', example: validationExample(contract) },
    };
  }
  if (code === 'scope_missing') return { ...refusal, message: scopeMissing(contract.scope ?? DEFAULT_SCOPE).message };
  if (code === 'unknown_fields') {
    return { ...refusal, message: `${refusal.message}: nickname, colour` };
  }
  if (code === 'sms_failed') {
    return { ...refusal, beside: { name: 'error', example: '30006: Landline or unreachable carrier' } };
  }
  if (hasRetryAfter.has(code)) {
    return { ...refusal, beside: { name: 'retry_after', example: 1 } };
  }
  return refusal;
}
