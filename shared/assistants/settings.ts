import type * as v from 'valibot';
import { callSettings } from '#shared/assistants/call-settings.ts';
import { conversationSettings } from '#shared/assistants/conversation-settings.ts';
import { identitySettings } from '#shared/assistants/identity-settings.ts';
import type { SettingTable } from '#shared/assistants/setting.ts';
import { silenceSettings } from '#shared/assistants/silence-settings.ts';
import { speechSettings } from '#shared/assistants/speech-settings.ts';
import { turnSettings } from '#shared/assistants/turn-settings.ts';

/** In the order of the record. A new setting is one entry and its behaviour. */
export const settings = {
  ...identitySettings,
  ...speechSettings,
  ...conversationSettings,
  ...turnSettings,
  ...silenceSettings,
  ...callSettings,
};

type Settings = typeof settings;
type Row = Settings[keyof Settings];
type Rule = { rule: v.GenericSchema };

export type SettingField =
  | Extract<Row, { request: string }>['request']
  | Exclude<Extract<Row, { record: string; pipeline: unknown }>, { request: string }>['record'];

export type AssistantSettings = {
  -readonly [Key in keyof Settings as Settings[Key] extends { stored: unknown } ? Key : never]: Settings[Key] extends {
    stored: infer Stored extends v.GenericSchema;
  }
    ? v.InferOutput<Stored>
    : never;
};

export type CreateRequest<Table extends SettingTable = Settings> = {
  [Key in keyof Table as Table[Key] extends Rule & { default: unknown } ? never : SentKey<Table, Key>]: Sent<
    Table[Key]
  >;
} & {
  [Key in keyof Table as Table[Key] extends { default: unknown } ? SentKey<Table, Key> : never]?: Sent<Table[Key]>;
} & SentIgnored;

interface SentIgnored {
  /** Fields that are taken and ignored: the answer names them. */
  sentIgnored?: string[];
}

/** Absent: unchanged. */
export type UpdateRequest<Table extends SettingTable = Settings> = {
  [Key in keyof Table as SentKey<Table, Key>]?: Sent<Table[Key]>;
} & {
  /** As a client has read it. Only the service sets it. */
  sentStatus?: string;
  /** The assistant is changed only if it still has this version. */
  sentVersion?: number;
  /** Of the tools, only the one that ends the call was sent. */
  sentEndCall?: boolean;
} & SentIgnored;

type SentKey<Table extends SettingTable, Key extends keyof Table> = Table[Key] extends Rule ? Key : never;

/** Null in a request stands for the default. */
type Sent<One> = One extends { rule: infer Read extends v.GenericSchema }
  ? NonNullable<v.InferOutput<Read>> | (One extends { default: infer Default } ? Default : never)
  : never;

type Defaults<Table extends SettingTable> = {
  -readonly [
    Key in keyof Table as Table[Key] extends { stored: unknown; default: unknown } ? Key : never
  ]: Table[Key] extends { default: infer Default } ? Default : never;
};

export function defaultsOf<const Table extends SettingTable>(table: Table): Defaults<Table>;
export function defaultsOf(table: SettingTable): object {
  const rows = Object.entries(table).filter(([, setting]) => setting.stored && 'default' in setting);
  return Object.fromEntries(rows.map(([key, setting]) => [key, setting.default]));
}

export const assistantDefaults = defaultsOf(settings);
