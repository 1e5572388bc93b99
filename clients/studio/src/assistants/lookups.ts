import { useMemo } from 'preact/hooks';
import type { Engine } from './setting-row.ts';
import { getLookups, type LookupLists } from '../requests/assistants/get-lookups.ts';
import { type Loading, useQuery } from '../service/query.ts';

export type VoiceChoice = LookupLists['voices'][number];
type Options = ReadonlyArray<readonly [string, string]>;

/** The parts of assistants: voices, models, languages and numbers. */
export interface Lookups {
  models: ReadonlyMap<number, string>;
  /** The choices of a setting, as a select shows them; undefined: it has no fixed choices. */
  choicesOf: (name: string, engine: Engine) => Options | undefined;
  voices: ReadonlyMap<number, VoiceChoice>;
  /** The code of a language by its name: `es`. */
  languageCode: (name: unknown) => string;
  /** The first voice and model of an engine: for a change of the engine. */
  firstOf: (engine: Engine) => { voice_id: number | null; llm_model: string | null };
}

export function useLookups(): Loading<Lookups> {
  const lists = useQuery(getLookups());
  const data = useMemo(() => lists.data && lookupsOf(lists.data), [lists.data]);
  return { ...lists, data };
}

const isOf = (engine: Engine, { mode }: { mode?: Engine | undefined }): boolean => mode === engine;

function lookupsOf({ voices, models, languages, numbers }: LookupLists): Lookups {
  const zones = Intl.supportedValuesOf('timeZone').map((zone): readonly [string, string] => [
    zone,
    zone.replaceAll('_', ' '),
  ]);
  const lists: Readonly<Record<string, (engine: Engine) => Options>> = {
    voice_id: (engine) => voices.filter(({ mode }) => mode === engine).map(({ id, name }) => [String(id), name]),
    llm_model: (engine) => models.filter((model) => isOf(engine, model)).map(({ name }) => [name, name]),
    fallback_models: () => models.filter((model) => isOf('pipeline', model)).map(({ name }) => [name, name]),
    language: () => languages.map(({ name }) => [name, name]),
    timezone: () => zones,
    phone_number_id: () => [
      ['', 'The oldest number that can be used'],
      ...numbers.map(({ id, phone_number }): readonly [string, string] => [String(id), phone_number]),
    ],
  };
  return {
    voices: new Map(voices.map((voice) => [voice.id, voice])),
    languageCode: (name) => languages.find((language) => language.name === name)?.iso_2 ?? 'en',
    models: new Map(models.map(({ id, name }) => [id, name])),
    choicesOf: (name, engine) => lists[name]?.(engine),
    firstOf: (engine) => ({
      voice_id: voices.find(({ mode }) => mode === engine)?.id ?? null,
      llm_model: models.find((model) => isOf(engine, model))?.name ?? null,
    }),
  };
}
