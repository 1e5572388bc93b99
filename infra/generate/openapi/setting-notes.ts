import type { Setting } from '#shared/assistants/setting.ts';
import { settings } from '#shared/assistants/settings.ts';
import { engineModes } from '#shared/catalog/engine-mode.ts';

const rows: Setting[] = Object.values(settings);

/** The modes in which a field of an assistant has no effect, and why; undefined where it always has one. */
export function settingNote(field: string): string | undefined {
  const setting = rows.find(({ request }) => request === field);
  const reasons = engineModes.flatMap((mode) => {
    const support = setting?.[mode];
    return support?.support === 'unsupported' ? [{ mode, how: support.how }] : [];
  });
  const [reason] = reasons;
  if (reason === undefined) return undefined;
  const isEverywhere = reasons.length === engineModes.length;
  const where = isEverywhere ? 'The value is stored and has no effect' : `It has no effect in ${reason.mode} mode`;
  return `${where}, because ${lowerFirst(reason.how)}`;
}

/** The effect of a field of an assistant, under its name in requests or in the record; undefined if it is not a setting. */
export function settingEffect(field: string): string | undefined {
  const setting = rows.find(({ request, record }) => request === field || record === field);
  if (!setting?.pipeline || !setting.multimodal) return undefined;
  const { pipeline, multimodal } = setting;
  if (pipeline.how === multimodal.how) return pipeline.how;
  const note = setting.request === undefined ? undefined : settingNote(setting.request);
  const supported = [pipeline, multimodal].filter(({ support }) => support !== 'unsupported');
  if (note !== undefined) return [...supported.map(({ how }) => how), note].join(' ');
  return `In pipeline mode: ${pipeline.how} In multimodal mode: ${multimodal.how}`;
}

const lowerFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
