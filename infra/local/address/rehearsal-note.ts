import type { ModelAccess } from '#shared/catalog/models.ts';

/** What a user of the stack must know while the rehearsal model speaks for a provider; undefined if it does not. */
export function rehearsalNote({ openai, bedrock, rehearsal }: ModelAccess): string | undefined {
  const missing = [...(openai ? [] : ['OpenAI']), ...(bedrock ? [] : ['Amazon Bedrock'])];
  if (!rehearsal || missing.length === 0) return undefined;
  return (
    `THE REHEARSAL MODEL SPEAKS in place of every text model of ${missing.join(' and ')}. It answers from the sentences of the prompt, according to fixed rules. ` +
    'For a real one start Ollama, LM Studio, llama.cpp or vLLM, enter a key in the studio, or set OPENAI_API_KEY, OPENAI_BASE_URL, or AWS_PROFILE with AWS_REGION.'
  );
}
