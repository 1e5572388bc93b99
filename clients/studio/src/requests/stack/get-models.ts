import { askStack } from './ask-stack.ts';
import { getStudioSettings } from './get-studio-settings.ts';
import type { Query } from '../../service/request.ts';

export interface StackModels {
  /** The servers of models on the machine of the stack. */
  servers: ReadonlyArray<{ name: string; origin: string; models: readonly string[] }>;
  /** Servers that ask for a key. */
  locked: readonly string[];
  /** Where the key for OpenAI is from. The key itself is in no answer. */
  key: 'environment' | 'studio' | null;
  takes_key: boolean;
  /** The models that the rehearsal model does not replace. */
  real: readonly string[];
}

/** The models of a local stack; null in a deployment. */
export const getModels = (): Query<StackModels | null> => ({
  key: ['stack', 'models'],
  async read(signal) {
    const { users } = await getStudioSettings().read(signal);
    return users === undefined ? null : askStack<StackModels>('/local/models', {});
  },
});
