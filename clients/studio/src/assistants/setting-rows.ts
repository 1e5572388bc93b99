import type { SettingRow } from './setting-row.ts';
import text from './setting-rows.json?raw';

/** Every setting of an assistant, in the order of the form. `npm run generate` writes the file from the table of settings. */
export const settingRows: readonly SettingRow[] = JSON.parse(text);
