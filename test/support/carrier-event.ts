import type { CallKey } from '#shared/domain/call/call.ts';

/** A form-encoded callback of the carrier as API Gateway hands it over. */
export function carrierEvent(key: CallKey, callback: string, form: Record<string, string>, signature = 'signed') {
  return {
    version: '2.0',
    rawPath: `/carrier/twilio/calls/${key.userId}/${key.callId}/${callback}`,
    rawQueryString: '',
    headers: {
      host: 'api.example.com',
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature,
    },
    pathParameters: { user_id: String(key.userId), call_id: String(key.callId) },
    body: new URLSearchParams(form).toString(),
    isBase64Encoded: false,
    requestContext: { requestId: 'callback-1', domainName: 'api.example.com' },
  };
}

/** Takes the signature `signed` for genuine, and nothing else. */
export const verifySigned = async ({ signature }: { signature: string }) => signature === 'signed';
