/** The application with the URLs that an operator has set at the carrier. */
export interface WebApplicationSettings extends WebApplication {
  voiceUrl: string;
  voiceFallbackUrl: string;
  statusCallback: string;
}

/** The TwiML application of web calls, and the API key that signs their access tokens. */
export interface WebApplication {
  accountSid: string;
  apiKeySid: string;
  apiKeySecret: string;
  applicationSid: string;
}
