import { callSettings, identitySettings } from '#shared/catalog/settings/call-settings.ts';
import { speechSettings } from '#shared/catalog/settings/speech-settings.ts';
import { turnSettings } from '#shared/catalog/settings/turn-settings.ts';

/**
 * What every field of an assistant does, in each mode. The adapters write what this table says, which the compiler holds; the API
 * reference and the guide show it; and a test per row asserts what goes over the wire.
 */
export const assistantSettings = [...speechSettings, ...turnSettings, ...callSettings, ...identitySettings] as const;

type Setting = (typeof assistantSettings)[number];

export type SettingField = Setting['field'];

type Attribute = Extract<Setting['pipeline'], { attributes: readonly string[] }>['attributes'][number];

/** The attributes of `<ConversationRelay>` that settings decide. */
export type RelayAttribute = Exclude<Attribute, `${string}.${string}`>;

/** What the record has beside settings. */
export const recordOnlyFields = ['id', 'uuid', 'user_id', 'created_at', 'updated_at', 'deleted_at'] as const;
