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

const lowerFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
