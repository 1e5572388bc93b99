import type middy from '@middy/core';
import { AppError } from '#shared/platform/errors.ts';
import { type HttpEvent, type HttpResponse, isLargerThan } from '#shared/platform/http/http.ts';

/** Carriers send some kilobytes. One that adds a large field is understood, and no more is read of a stranger before its signature is. */
const MAX_CALLBACK_BYTES = 2_000_000;

/** @throws AppError payload_too_large */
export function callbackSize(): middy.MiddlewareObj<HttpEvent, HttpResponse> {
  return {
    before: ({ event }) => {
      if (!isLargerThan(MAX_CALLBACK_BYTES, event)) return;
      throw new AppError('payload_too_large', { message: 'The request body is larger than 2 MB.' });
    },
  };
}
