/** What the stack is and what it has sent, for the programs on generated clients. */
const { BASE_URL = '', TOKEN = '', ASSISTANT = '{}', WEBHOOK = '{}' } = process.env;

export const baseUrl = BASE_URL;
export const authorization = `Bearer ${TOKEN}`;
/** A request that creates an assistant. */
export const assistantRequest: unknown = JSON.parse(ASSISTANT);
/** The body of a delivered webhook. */
export const webhook: unknown = JSON.parse(WEBHOOK);
export const variables = { customer_name: 'Ada', order: { id: 7, items: ['tea'] } };
export const call = { phone_number: '+12025550100', variables };

export interface Outcome {
  assistantId: number;
  callId: number;
  listedId: number | undefined;
  variables: unknown;
  refusal: { status: number; message: string; errors?: Record<string, string[]> | undefined };
  webhook: { id: number; variables: unknown; firstWords: string | undefined };
}

export const report = (outcome: Outcome) => console.log(JSON.stringify(outcome));
