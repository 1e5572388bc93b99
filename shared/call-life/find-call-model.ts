import type { Assistant } from '#shared/assistants/assistant.ts';
import { type CallModel, currentModel, type ModelCatalogue, toCallModel } from '#shared/catalog/models.ts';
import type { ConversationEvent } from '#shared/conversations/conversation-items.ts';
import type { Clock } from '#shared/platform/clock.ts';

/** The model of most answers; of two, the later one. Undefined: none has answered. */
export function modelOfAnswers(events: readonly ConversationEvent[]): CallModel | undefined {
  const names = events.flatMap((event) => (event.kind === 'assistant_said' && event.model) || []);
  const counts = Map.groupBy(names, (name) => name);
  const most = Math.max(0, ...[...counts.values()].map(({ length }) => length));
  const name = names.findLast((one) => counts.get(one)?.length === most);
  return name === undefined ? undefined : toCallModel(name);
}

/** A speech model answers by itself: the log does not name it. */
export async function findCallModel(
  events: readonly ConversationEvent[],
  { mode, multimodalModelId }: Pick<Assistant, 'mode' | 'multimodalModelId'>,
  { models, clock }: { models: ModelCatalogue; clock: Pick<Clock, 'now'> },
): Promise<CallModel | undefined> {
  if (mode !== 'multimodal') return modelOfAnswers(events);
  if (multimodalModelId === null || !events.some(({ kind }) => kind === 'assistant_said')) return undefined;
  const model = currentModel(multimodalModelId, await models.list(), clock.now());
  return model && { name: model.name, simulated: models.access.isSpeechSimulated };
}
