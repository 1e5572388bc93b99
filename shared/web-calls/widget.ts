import { timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { AssistantStore, Assistant } from '#shared/assistants/assistant.ts';
import { findLanguage } from '#shared/catalog/languages.ts';
import { AppError } from '#shared/platform/errors.ts';
import { parseRecordId, languageCode, plainText } from '#shared/platform/http/record-fields.ts';

export interface WidgetDeps {
  /** As `rememberWidgets` keeps them. */
  widgets: Pick<AssistantStore, 'get'>;
}

/** `7.63753420800123.0198f2d4-…`. The uuid is random and shown to the user alone, so the id cannot be guessed. */
export function widgetId({ userId, id, uuid }: Pick<Assistant, 'userId' | 'id' | 'uuid'>): string {
  return `${userId}.${id}.${uuid}`;
}

/** @throws AppError origin_not_allowed: the same for an unknown widget and a foreign origin */
export async function findWidget(token: string, origin: string | undefined, deps: WidgetDeps): Promise<Assistant> {
  const found = await readWidget(token, deps);
  if (!isAllowed(origin, found)) throw new AppError('origin_not_allowed');
  return found;
}

export async function readWidget(token: string, deps: WidgetDeps): Promise<Assistant> {
  const [user = '', assistantId = '', uuid = ''] = token.split('.');
  const userId = parseRecordId(user);
  const id = parseRecordId(assistantId);
  const found = userId === undefined || id === undefined ? undefined : await deps.widgets.get(userId, id);
  if (!found || !isSame(found.uuid, uuid)) throw new AppError('origin_not_allowed');
  return found;
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** Without a list no page may show the widget. */
export function isAllowed(origin: string | undefined, { widgetSettings }: Pick<Assistant, 'widgetSettings'>): boolean {
  return origin !== undefined && (widgetSettings.allowed_origins ?? []).includes(origin);
}

export const WidgetRecord = v.pipe(
  v.strictObject({
    theme: v.picklist(['light', 'dark', 'auto']),
    color: plainText('#2563eb'),
    position: v.picklist(['bottom-right', 'bottom-left', 'top-right', 'top-left']),
    language: languageCode('en'),
  }),
  v.title('WidgetRecord'),
);
export type WidgetRecord = v.InferOutput<typeof WidgetRecord>;

/** Nothing of its user but what the pages show anyway. */
export function toPublicWidget({ widgetSettings, languageId }: Assistant): WidgetRecord {
  const { theme, color, position } = widgetSettings;
  return { theme, color, position, language: findLanguage(languageId)?.iso2 ?? 'en' };
}
