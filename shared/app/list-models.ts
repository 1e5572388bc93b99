import { models } from '#shared/catalog/models.ts';
import type { ModelEntry } from '#shared/domain/language-model/model-entry.ts';

/** Every model of both modes, pipeline first. */
export function listModels(): readonly ModelEntry[] {
  return models;
}
