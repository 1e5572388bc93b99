import * as v from 'valibot';
import { expect, it } from 'vitest';
import { engineModes } from '#shared/catalog/engine-mode.ts';
import { findLanguage, findLanguageByName, languages, phrasesFor } from '#shared/catalog/languages.ts';
import {
  builtInModels as models,
  currentModel,
  currentTextModel,
  findModelByName,
  isRetired,
  ModelItem,
} from '#shared/catalog/models.ts';
import phrases from '#shared/catalog/phrases.json' with { type: 'json' };
import { findPublicVoice, publicVoices } from '#shared/catalog/voices.ts';

const id = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9999));
const words = v.pipe(v.string(), v.nonEmpty());
const fillers = v.pipe(v.array(words), v.minLength(2), v.maxLength(3));
const PhrasesSchema = v.strictObject({
  fillers: v.strictObject({ neutral: fillers, negative: fillers, positive: fillers, question: fillers }),
  stillThere: words,
  notUnderstood: words,
  apology: words,
  goodbye: words,
  outage: words,
});

const repeated = (values: readonly unknown[]) => values.filter((value, index) => values.indexOf(value) !== index);

const VoicesSchema = v.array(
  v.strictObject({
    id,
    name: words,
    mode: v.picklist(engineModes),
    provider: v.picklist(['ElevenLabs', 'Google', 'Amazon', 'OpenAI']),
    providerVoice: words,
  }),
);

it('voices fit their schema, and no id is used twice', () => {
  expect(v.is(VoicesSchema, publicVoices)).toBe(true);
  expect(repeated(publicVoices.map((voice) => voice.id))).toEqual([]);
});

it('voices speak by OpenAI in multimodal mode and by a provider of the carrier in pipeline mode', () => {
  for (const voice of publicVoices) expect(voice.provider === 'OpenAI').toBe(voice.mode === 'multimodal');
});

it('voices are found by id', () => {
  expect(findPublicVoice(101)?.providerVoice).toBe('alloy');
  expect(findPublicVoice(9999)).toBeUndefined();
});

const ModelsSchema = v.array(
  v.strictObject({ ...ModelItem.entries, id, name: v.pipe(words, v.maxLength(100)), providerModel: words }),
);

it('models fit their schema, and no id or name is used twice', () => {
  expect(v.is(ModelsSchema, models)).toBe(true);
  expect(repeated(models.map((model) => model.id))).toEqual([]);
  expect(repeated(models.map((model) => model.name.toLowerCase()))).toEqual([]);
});

it('models are several per mode, those of pipeline mode first', () => {
  const modes = models.map((model) => model.mode);
  expect(modes.filter((mode) => mode === 'multimodal').length).toBeGreaterThan(2);
  expect(modes.lastIndexOf('pipeline')).toBeLessThan(modes.indexOf('multimodal'));
});

it('models are found by name whatever its capitals', () => expect(findModelByName('GPT-4.1-Mini', models)?.id).toBe(1));

const DAY_MS = 86_400_000;
const at = (date: string) => Date.parse(date);

/** Whoever sees this fail names a successor, or moves the successor on. */
const unprepared = (now: number) =>
  models.filter((model) => isRetired(model, now + 60 * DAY_MS) && !currentModel(model.id, models, now + 60 * DAY_MS));

it('models that retire within 60 days have a successor that does not, and the first of each mode stay', () => {
  const now = Date.now();
  expect(unprepared(now).map(({ name }) => name)).toEqual([]);
  for (const mode of engineModes) {
    expect(
      isRetired(
        models.find((model) => model.mode === mode)!,
        now + 60 * DAY_MS,
      ),
    ).toBe(false);
  }
});

it('models are replaced on the day they retire, for good, and by one of their mode', () => {
  expect(currentModel(1, models, at('2027-01-13T23:59:59Z'))?.name).toBe('gpt-4.1-mini');
  expect(currentModel(1, models, at('2027-01-14'))?.name).toBe('gpt-6-luna');
  expect(currentTextModel(101, models, at('2027-02-01'))?.name).toBe('gpt-6-luna');
  for (const { mode, successorId } of models.filter((model) => model.successorId !== undefined)) {
    expect(models.find(({ id: other }) => other === successorId)?.mode).toBe(mode);
  }
});

it('models that name each other as successors are no model', () => {
  const circle = [12, 13].map((own, index) => ({
    ...models.find((model) => model.id === own)!,
    retiresOn: '2026-01-01',
    successorId: [13, 12][index]!,
  }));
  expect(currentModel(12, circle, at('2026-02-01'))).toBeUndefined();
});

const LanguagesSchema = v.array(
  v.strictObject({
    id,
    name: v.pipe(words, v.maxLength(100)),
    iso2: v.pipe(v.string(), v.regex(/^[a-z]{2}$/)),
    locale: v.pipe(v.string(), v.regex(/^[a-z]{2,3}-[A-Z]{2}$/)),
  }),
);

it('languages fit their schema, and no id, name or locale is used twice', () => {
  expect(v.is(LanguagesSchema, languages)).toBe(true);
  for (const key of ['id', 'name', 'locale'] as const) {
    expect(repeated(languages.map((language) => language[key]))).toEqual([]);
  }
});

it.each([
  { name: 'English', locale: 'en-US' },
  { name: 'german', locale: 'de-DE' },
  { name: ' PORTUGUESE (brazil) ', locale: 'pt-BR' },
  { name: 'pt', locale: 'pt-PT' },
])('languages are found by $name', ({ name, locale }) => expect(findLanguageByName(name)?.locale).toBe(locale));

it('languages are not found by a part of a name', () => {
  expect(findLanguageByName('Engl')).toBeUndefined();
  expect(findLanguage(9999)).toBeUndefined();
});

it.each(languages)('phrases are there in $name', ({ id, locale }) => {
  expect(v.is(PhrasesSchema, Reflect.get(phrases, locale))).toBe(true);
  expect(phrasesFor(id)).toBe(Reflect.get(phrases, locale));
});

it('phrases are only those of known languages', () =>
  expect(Object.keys(phrases).toSorted()).toEqual(languages.map((language) => language.locale).toSorted()));

it('phrases are English for an unknown language', () =>
  expect(phrasesFor(9999).goodbye).toBe('Thank you for your time. Goodbye!'));
