import * as v from 'valibot';
import type { Assistant } from '#shared/assistants/assistant.ts';
import type { SettingTable } from '#shared/assistants/setting.ts';
import { settings } from '#shared/assistants/settings.ts';
import { toIsoMicroseconds } from '#shared/platform/clock.ts';
import { isoTime, recordId, wholeNumber } from '#shared/platform/http/record-fields.ts';

type Shown<Table extends SettingTable> = {
  -readonly [Key in keyof Table as RecordName<Table[Key]>]: Table[Key] extends {
    shown: infer Schema extends v.GenericSchema;
  }
    ? Schema
    : never;
};
type RecordName<One> = One extends { record: infer Name extends string; shown: unknown } ? Name : never;

export function recordOf<const Table extends SettingTable>(table: Table) {
  return v.strictObject({
    id: recordId(),
    uuid: v.pipe(v.string(), v.uuid(), v.examples(['0198f2d4-5b7e-7c3a-9e21-3f6d8a4b1c05'])),
    user_id: recordId(1),
    ...shownOf(table),
    created_at: shownTime(),
    updated_at: shownTime(),
    deleted_at: v.nullable(isoTime()),
  });
}

/** TypeScript does not follow the loop; the first signature states its result. */
function shownOf<Table extends SettingTable>(table: Table): Shown<Table>;
function shownOf(table: SettingTable): object {
  const rows = Object.values(table).map(({ record, shown }) => (record && shown ? [[record, shown]] : []));
  return Object.fromEntries(rows.flat());
}

function shownTime() {
  return v.pipe(v.number(), v.transform(toIsoMicroseconds), isoTime());
}

export function recordValues(table: SettingTable, assistant: Assistant): Record<string, unknown> {
  const { id, uuid, userId, createdAt, updatedAt, ...stored } = assistant;
  const values: Record<string, unknown> = stored;
  const rows = Object.entries(table).map(([key, { record, fixed }]) => [
    record,
    fixed === undefined ? values[key] : fixed,
  ]);
  return {
    id,
    uuid,
    user_id: userId,
    ...Object.fromEntries(rows.filter(([record]) => record !== undefined)),
    created_at: createdAt,
    updated_at: updatedAt,
    deleted_at: null,
  };
}

const record = recordOf(settings);

export const AssistantRecord = v.pipe(record, v.title('AssistantRecord'));

export function toAssistantRecord(assistant: Assistant) {
  return v.parse(AssistantRecord, recordValues(settings, assistant));
}

const version = v.pipe(
  wholeNumber(3),
  v.minValue(1),
  v.description('The number of the version. It grows with each change, and some numbers are missing.'),
);

export const AssistantDetail = v.pipe(v.strictObject({ ...record.entries, version }), v.title('AssistantDetail'));

export function toAssistantDetail(assistant: Assistant) {
  return v.parse(AssistantDetail, { ...recordValues(settings, assistant), version: assistant.version });
}

const { created_at: _, updated_at: __, deleted_at: ___, ...versioned } = record.entries;

export const AssistantVersion = v.pipe(
  v.strictObject({
    version,
    created_at: shownTime(),
    ...versioned,
  }),
  v.title('AssistantVersion'),
);

export function toAssistantVersion(assistant: Assistant) {
  const {
    created_at: _created,
    updated_at: _updated,
    deleted_at: _deleted,
    ...values
  } = recordValues(settings, assistant);
  return v.parse(AssistantVersion, { ...values, version: assistant.version, created_at: assistant.updatedAt });
}

const outbound = v.pick(record, [
  'id',
  'user_id',
  'name',
  'type',
  'mode',
  'status',
  'voice_id',
  'language_id',
  'timezone',
  'initial_message',
  'system_prompt',
  'variables',
  'webhook_url',
  'is_webhook_active',
  'created_at',
  'updated_at',
]);

export const OutboundAssistantRecord = v.pipe(outbound, v.title('OutboundAssistantRecord'));

export function toOutboundAssistantRecord(assistant: Assistant) {
  return v.parse(v.object(outbound.entries), recordValues(settings, assistant));
}

export const AssistantSummary = v.pipe(
  v.pick(record, ['id', 'name', 'status', 'type', 'mode']),
  v.title('AssistantSummary'),
);

export function toAssistantSummary({ id, name, status, type, mode }: Assistant) {
  return { id, name, status, type, mode };
}
