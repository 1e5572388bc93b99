import * as v from 'valibot';
import { AcceptedCallData } from '#shared/calls/call-api.ts';
import { languageCode, messageAnswer, plainText, recordId, wholeNumber } from '#shared/platform/http/record-fields.ts';
import type { StartedWebCall } from '#shared/web-calls/start-web-call.ts';

const MESSAGE = 'Web call created successfully';

/** What `startWebCall` of `@ringback/widget` needs. */
export const WebCallData = v.pipe(
  v.strictObject({
    call_id: recordId(),
    access_token: v.pipe(
      plainText('eyJhbGciOiJIUzI1NiIsImN0eSI6InR3aWxpby1mcGE7dj0xIiwidHlwIjoiSldUIn0.eyJncmFudHMiOnt9fQ.c2lnbmF0dXJl'),
      v.description('Begins this one call, once: a Twilio access token.'),
    ),
    expires_in: v.pipe(wholeNumber(60), v.description('Seconds in which the page can begin the call.')),
    transport: v.pipe(
      v.picklist(['twilio', 'simulator']),
      v.description('`twilio`: by the Voice SDK of Twilio. `simulator`: by the WebSocket of the local stack.'),
    ),
    url: v.optional(v.pipe(plainText('ws://127.0.0.1:3001/web-calls'), v.description('Of the transport `simulator`.'))),
    missing_variables: AcceptedCallData.pipe[0].entries.missing_variables,
  }),
  v.title('WebCallData'),
);

export const WebCallAnswer = messageAnswer(MESSAGE, WebCallData);

export function toWebCallAnswer({ call, pass, missingVariables }: StartedWebCall): v.InferOutput<typeof WebCallAnswer> {
  return {
    message: MESSAGE,
    data: {
      call_id: call.id,
      access_token: pass.accessToken,
      expires_in: pass.expiresIn,
      transport: pass.transport,
      ...(pass.url !== undefined && { url: pass.url }),
      ...(missingVariables.length > 0 && { missing_variables: missingVariables }),
    },
  };
}

/** The widget as pages may see it. */
export const WidgetRecord = v.pipe(
  v.strictObject({
    theme: v.picklist(['light', 'dark', 'auto']),
    color: plainText('#2563eb'),
    position: v.picklist(['bottom-right', 'bottom-left', 'top-right', 'top-left']),
    language: languageCode('en'),
  }),
  v.title('WidgetRecord'),
);
export type WidgetRecord = v.InferOutput<typeof WidgetRecord>;
