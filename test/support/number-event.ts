/** A form-encoded callback of the carrier about the calls of a number, as API Gateway hands it over. */
export function numberEvent(callback: string, form: Record<string, string>, signature = 'signed') {
  return {
    version: '2.0',
    rawPath: `/carrier/twilio/${callback}`,
    rawQueryString: '',
    headers: {
      host: 'api.example.com',
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature,
    },
    body: new URLSearchParams(form).toString(),
    isBase64Encoded: false,
    requestContext: { requestId: 'callback-1', domainName: 'api.example.com' },
  };
}
