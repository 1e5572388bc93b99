import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { recordOf } from '#shared/assistants/assistant-record.ts';
import type { Setting, SettingTable } from '#shared/assistants/setting.ts';
import { settings, type CreateRequest, type UpdateRequest } from '#shared/assistants/settings.ts';
import {
  findIgnored,
  findUnsupported,
  ignoredFields,
  unsupportedFields,
} from '#shared/assistants/unsupported-fields.ts';
import { sentences } from '#shared/platform/errors.ts';
import { anyObject, integer, optional, required } from '#shared/platform/http/fields.ts';

type Purpose = 'create' | 'update';
type Body = Readonly<Record<string, unknown>>;

interface Field {
  key: string;
  setting: Setting;
  name: string;
  rule: v.GenericSchema;
  aliases: Readonly<Record<string, v.GenericSchema>>;
}

/** A field may have the contract's name or that of the record; errors name it as it was sent. */
export function bodyOf<Table extends SettingTable>(
  table: Table,
  purpose: 'create',
): v.GenericSchema<unknown, CreateRequest<Table>>;
export function bodyOf<Table extends SettingTable>(
  table: Table,
  purpose: 'update',
): v.GenericSchema<unknown, UpdateRequest<Table>>;
export function bodyOf(table: SettingTable, purpose: Purpose): v.GenericSchema {
  const fields = fieldsOf(table);
  const entries: v.ObjectEntries = {
    ...entriesOf(fields, purpose),
    ...(purpose === 'update' && { if_version: IfVersion }),
  };
  const documented = v.object(entries);
  const known = new Set([
    ...Object.keys(documented.entries),
    ...Object.keys(recordOf(table).entries),
    ...unsupportedFields,
    ...ignoredFields,
  ]);
  const asSent = v.lazy((input) => {
    const body: Body = { ...(typeof input === 'object' ? input : {}) };
    return v.pipe(
      v.object(withoutReplaced(documented.entries, fields, body)),
      v.rawCheck(({ dataset, addIssue }) => {
        const add = (name: string, message: string) =>
          addIssue({ message, path: [{ type: 'object', origin: 'value', input: body, key: name, value: body[name] }] });
        const [first] = Object.keys(body);
        const isUnknown = first !== undefined && !Object.keys(body).some((name) => known.has(name));
        if (purpose === 'update' && isUnknown) add(first, 'The {f} field is not known.');
        for (const name of findUnsupported(body)) add(name, sentences.notSupported);
        for (const { name, other } of findContradictions(fields, dataset)) add(name, sentences.match(other));
      }),
      v.transform((values) => ({
        ...valuesByKey(fields, values),
        ...(purpose === 'update' && { ...statusOf(body), ...versionOf(values), ...endCallOf(body) }),
        ...ignoredIn(body),
      })),
    );
  });
  const read: v.GenericSchema['~run'] = (dataset, config) => asSent['~run'](dataset, config);
  const isOneTool = v.rawCheck<Body>(({ dataset, addIssue }) => {
    const { value } = dataset;
    if (!dataset.typed || !hasTwoTools(dataset.value)) return;
    const key = 'end_call_tool';
    const path = [{ type: 'object' as const, origin: 'value' as const, input: dataset.value, key, value }] as const;
    addIssue({ message: sentences.match(TOOL_DESCRIPTION), path: [...path] });
  });
  return v.pipe(anyObject(), isOneTool, v.transform(withoutSpecialForms), { ...documented, '~run': read });
}

function fieldsOf(table: SettingTable): Field[] {
  return Object.entries(table).flatMap(([key, setting]) => {
    const { request: name, record = name, rule } = setting;
    if (name === undefined || record === undefined || rule === undefined) return [];
    return [{ key, setting, name, rule, aliases: setting.aliases ?? (record === name ? {} : { [record]: rule }) }];
  });
}

function namesOf({ name, aliases }: Field): string[] {
  return [name, ...Object.keys(aliases)];
}

function entriesOf(fields: Field[], purpose: Purpose): v.ObjectEntries {
  const aliases = fields.flatMap(({ setting, name, aliases }) =>
    Object.entries(aliases).map(([alias, rule]) => [
      alias,
      v.pipe(
        entryOf(setting, rule, 'update'),
        v.description(`The record has \`${name}\` under this name, and a request may use either name.`),
        v.metadata({ deprecated: true }),
      ),
    ]),
  );
  return {
    ...Object.fromEntries(fields.map(({ setting, name, rule }) => [name, entryOf(setting, rule, purpose)])),
    ...Object.fromEntries(aliases),
  };
}

/** An update may leave out a required field, but not empty it. */
function entryOf(setting: Setting, rule: v.GenericSchema, purpose: Purpose): v.GenericSchema {
  if ('default' in setting) return optional(rule);
  return purpose === 'create' ? required(rule) : v.optional(required(rule));
}

function withoutReplaced(entries: v.ObjectEntries, fields: Field[], body: Body): v.ObjectEntries {
  const isSent = (name: string) => Object.hasOwn(body, name);
  const replaced = fields.filter((field) => !isSent(field.name) && namesOf(field).some(isSent)).map(({ name }) => name);
  return Object.fromEntries(Object.entries(entries).filter(([name]) => !replaced.includes(name)));
}

function findContradictions(
  fields: Field[],
  { value, issues }: v.OutputDataset<unknown, v.BaseIssue<unknown>>,
): Array<{ name: string; other: string }> {
  const values: Body = { ...(typeof value === 'object' ? value : {}) };
  const faulty = new Set(issues?.map(({ path }) => path?.[0].key));
  const isSound = (name: string) => values[name] !== undefined && !faulty.has(name);
  return fields.flatMap((field) => {
    if (field.setting.joined) return [];
    const valueOf = (name: string) => values[name] ?? field.setting.default;
    const [first, ...others] = namesOf(field).filter(isSound);
    if (first === undefined) return [];
    const different = others.filter((other) => !isDeepStrictEqual(valueOf(other), valueOf(first)));
    return different.map((other) => ({ name: field.name, other }));
  });
}

/** Null is the default. A value that the rule reads as undefined counts as not sent. */
function valuesByKey(fields: Field[], values: Body): Body {
  const sent = fields.flatMap((field) => {
    const [name, ...others] = namesOf(field).filter((one) => values[one] !== undefined);
    if (name === undefined) return [];
    const value = values[name] ?? field.setting.default;
    return [[field.key, field.setting.joined ? Object.assign({}, value, ...others.map((one) => values[one])) : value]];
  });
  return Object.fromEntries(sent);
}

function statusOf({ status }: Body) {
  return typeof status === 'string' ? { sentStatus: status } : {};
}

function endCallOf({ end_call_tool: tool, tools }: Body) {
  return tool !== undefined && tools === undefined ? { sentEndCall: true } : {};
}

const IfVersion = v.optional(
  v.pipe(
    integer(),
    v.description('The version that was read. The request answers 409 if the assistant has another one.'),
  ),
);

function versionOf({ if_version: version }: Body) {
  return typeof version === 'number' ? { sentVersion: version } : {};
}

function ignoredIn(body: Body) {
  const sentIgnored = findIgnored(body);
  return sentIgnored.length === 0 ? {} : { sentIgnored };
}

const TOOL_DESCRIPTION = 'end_call_tool.description';
const Tool = v.object({ description: v.unknown() });

function hasTwoTools({ [TOOL_DESCRIPTION]: description, end_call_tool: tool }: Body): boolean {
  return description !== undefined && v.is(Tool, tool) && tool.description !== description;
}

/** The contract prints the tool as a literal key. A record has null for the model of the other engine mode. */
function withoutSpecialForms({ [TOOL_DESCRIPTION]: description, ...body }: Body): Body {
  const modelIds = ['llm_model_id', 'multimodal_model_id'];
  const sent = Object.entries(withEndCall(body)).filter(([name, value]) => value !== null || !modelIds.includes(name));
  return Object.fromEntries([...sent, ...(description === undefined ? [] : [['end_call_tool', { description }]])]);
}

const EndCall = v.object({ type: v.literal('end_call') });
const WrittenEndCall = v.object({ description: v.string() });

/** A list without the tool that ends the call, and this tool beside it. */
function withEndCall({ end_call_tool: tool, ...body }: Body): Body {
  const { tools } = body;
  const isBeside = Array.isArray(tools) && tools.length > 0 && !tools.some((one) => v.is(EndCall, one));
  if (!isBeside || !v.is(WrittenEndCall, tool)) return { ...body, ...(tool !== undefined && { end_call_tool: tool }) };
  return { ...body, tools: [...tools, { type: 'end_call', ...tool }] };
}

/** Required fields stand first, in the contract's order. */
const { name, voiceId, language, model, type, mode, timezone, initialMessage, systemPrompt } = settings;
const first = { name, voiceId, language, model, type, mode, timezone, initialMessage, systemPrompt };
const inOrder = { ...first, ...settings };

export const CreateAssistantBody = bodyOf(inOrder, 'create');
export const UpdateAssistantBody = bodyOf(inOrder, 'update');

/** Reads the valid fields of an invalid body, so that rules outside the schema can report their errors, too. */
export function readSoundFields(body: unknown): UpdateRequest {
  const { success, output, issues } = v.safeParse(UpdateAssistantBody, body);
  if (success) return output;
  const faulty = new Set(issues.map(({ path }) => path?.[0].key));
  const sent = Object.entries(typeof body === 'object' && body !== null ? withoutSpecialForms({ ...body }) : {});
  const sound = v.safeParse(UpdateAssistantBody, Object.fromEntries(sent.filter(([name]) => !faulty.has(name))));
  return sound.success ? sound.output : {};
}
