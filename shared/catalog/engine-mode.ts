/** `pipeline`: speech to text, a text model, text to speech. `multimodal`: one speech model. */
export const engineModes = ['pipeline', 'multimodal'] as const;
export type EngineMode = (typeof engineModes)[number];
