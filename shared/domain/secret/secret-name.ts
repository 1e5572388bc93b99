export const secretNames = [
  'twilio-auth-token',
  'webhook-signing-key',
  'openai-api-key',
  'openai-webhook-secret',
] as const;
export type SecretName = (typeof secretNames)[number];
