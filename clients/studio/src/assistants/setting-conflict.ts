import { changesOf, type Values } from './setting-row.ts';

export interface SettingConflict {
  /** As the assistant is now. */
  stored: Values;
  /** As the form has it. */
  mine: Values;
}

/** The settings that were changed after they were read, and that the form changes otherwise. Undefined: there are none. */
export function settingConflict(read: Values, now: Values, changes: Values): SettingConflict | undefined {
  const names = Object.keys(changesOf(read, now)).filter(
    (name) => name in changes && JSON.stringify(changes[name]) !== JSON.stringify(now[name]),
  );
  if (names.length === 0) return undefined;
  const pick = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name]]));
  return { stored: pick(now), mine: pick(changes) };
}
