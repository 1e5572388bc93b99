export const secretNames = ['twilio-auth-token', 'webhook-signing-key', 'openai-api-key'] as const;
export type SecretName = (typeof secretNames)[number];
