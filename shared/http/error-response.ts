import { AppError } from '#shared/domain/errors/app-error.ts';
import type { Logger } from '#shared/ports/logger.ts';
import { errorStatus } from '#shared/http/error-status.ts';
import type { EndpointAnswer } from '#shared/http/http-response.ts';

/** The texts that the contract words differently from endpoint to endpoint. */
export interface ErrorTexts {
  /** `message` of a 422; by default `The given data was invalid.` */
  validation?: string;
  /** `message` of a 500; by default `Internal server error`. */
  internal?: string;
}

/** Turns whatever was thrown into the contract's error answer; what is no refusal is logged and hidden behind a 500. */
export function errorResponse(error: unknown, texts: ErrorTexts, logger: Logger): EndpointAnswer {
  const refusal = toRefusal(error, logger);
  const status = errorStatus[refusal.code];
  const retryAfter = refusal.retryAfterSeconds;
  return {
    status,
    body: {
      message: messageOf(refusal, texts),
      ...(refusal.errors === undefined ? {} : { errors: refusal.errors }),
      ...(refusal.detail === undefined ? {} : { error: refusal.detail }),
      ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
    },
    ...(retryAfter === undefined ? {} : { headers: { 'retry-after': String(retryAfter) } }),
  };
}

function messageOf(refusal: AppError, texts: ErrorTexts): string {
  if (refusal.code === 'validation_failed') return texts.validation ?? refusal.message;
  if (refusal.code === 'internal') return texts.internal ?? refusal.message;
  return refusal.message;
}

function toRefusal(error: unknown, logger: Logger): AppError {
  if (error instanceof AppError) return error;
  const parserStatus = bodyParserStatus(error);
  if (parserStatus !== undefined)
    return new AppError(parserStatus === 415 ? 'unsupported_media_type' : 'malformed_json');
  logger.error('request failed', { error });
  return new AppError('internal', { cause: error });
}

/** The status that `@middy/http-json-body-parser` gives its errors; undefined for errors of anything else. */
function bodyParserStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return undefined;
  const { cause } = error;
  const isParser =
    typeof cause === 'object' &&
    cause !== null &&
    'package' in cause &&
    cause.package === '@middy/http-json-body-parser';
  return isParser ? error.statusCode : undefined;
}
