import type { EngineMode } from '#shared/domain/assistant/assistant.ts';

export interface Voice {
  id: number;
  name: string;
  mode: EngineMode;
  /** Who speaks: a text-to-speech provider of the carrier in pipeline mode, the speech model in multimodal mode. */
  provider: 'ElevenLabs' | 'Google' | 'Amazon' | 'OpenAI';
  /** The provider's own name or id of the voice. */
  providerVoice: string;
}
