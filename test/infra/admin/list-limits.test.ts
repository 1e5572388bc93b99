import { expect, it } from 'vitest';
import { addModel, MOST_MODELS } from '#infra/admin/deps/manage-models.ts';
import { createDraftCampaign } from '#shared/campaigns/manage-campaigns.ts';
import { builtInModels } from '#shared/catalog/models.ts';
import { addVoice, MOST_VOICES, publicVoices } from '#shared/catalog/voices.ts';
import { addNumber, MOST_NUMBERS } from '#shared/numbers/manage-numbers.ts';
import { buildPhoneNumber, buildUser } from '#test/support/builders.ts';
import { memoryService, userId } from '#test/support/in-memory/service.ts';

const many = <Row>(count: number, row: Row): Row[] => Array.from({ length: count }, () => row);
const voice = { name: 'Our Anna', mode: 'pipeline', provider: 'Google', providerVoice: 'x' } as const;
const number = { userId, phoneNumber: '+12025550001', type: 'Normal', smsCapable: true } as const;

const service = () => memoryService({ users: [buildUser({ id: userId })] });
type Service = ReturnType<typeof memoryService>;

// Their lists have no pages: what operators add is limited, too.
it.each<[what: string, most: number, add: (service: Service, has: number) => Promise<unknown>]>([
  [
    'a number',
    MOST_NUMBERS,
    (service, has) => {
      service.phoneNumbers.list = async () => many(has, buildPhoneNumber());
      return addNumber({ ...number, subscriptionExpiresAt: null }, service);
    },
  ],
  [
    'a voice',
    MOST_VOICES,
    (service, has) => {
      service.voices.list = async () => many(has, publicVoices[0]!);
      return addVoice({ userId, voice }, service);
    },
  ],
  [
    'a model',
    MOST_MODELS,
    (_, has) => {
      const model = { ...builtInModels[0]!, id: 5000, name: 'own' };
      const stored = many(has - builtInModels.length, { ...model, name: 'other' });
      const models = { list: async () => stored, add: async () => 'added' as const, replace: async () => undefined };
      return addModel(model, { models });
    },
  ],
  [
    'a campaign',
    1,
    (service, has) => {
      service.campaigns.add = async () => (has === 1 ? 'too_many' : 'added');
      return createDraftCampaign({ userId, name: 'Spring' }, service);
    },
  ],
])('operators add %s up to the limit of its list, which is %i', async (_, most, add) => {
  await expect(add(service(), most - 1)).resolves.toBeDefined();
  await expect(add(service(), most)).rejects.toThrow(/limit|remove one|delete one/);
});
