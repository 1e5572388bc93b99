import twilioWebhooks from 'twilio/lib/webhooks/webhooks.js';

/** The signature of a request: over the URL as it was given, and the form parameters of a POST. */
export function sign(authToken: string, url: string, parameters: Record<string, string> = {}): string {
  return twilioWebhooks.getExpectedTwilioSignature(authToken, url, parameters);
}
