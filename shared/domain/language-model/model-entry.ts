import type { EngineMode } from '#shared/domain/assistant/assistant.ts';

/** A language model of the catalogue. */
export interface ModelEntry {
  id: number;
  /** Unique: what the API calls `llm_model`. */
  name: string;
  mode: EngineMode;
  /** `rehearsal` is the built-in deterministic model, which needs no key. */
  provider: 'openai' | 'bedrock' | 'rehearsal';
  /** The provider's own id of the model. */
  providerModel: string;
}
