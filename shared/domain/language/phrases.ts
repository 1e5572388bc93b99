import type { FillerConfig } from '#shared/domain/assistant/assistant.ts';

/** Fixed sentences that the service itself says in a language. */
export interface Phrases {
  fillers: FillerConfig;
  /** Breaks a silence of the customer. */
  stillThere: string;
  /** Said when the language model failed, before it is asked once more. */
  apology: string;
  /** The last words before the service ends a call on its own. */
  goodbye: string;
}
