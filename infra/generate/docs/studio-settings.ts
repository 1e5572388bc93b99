import * as v from 'valibot';
import { settingEffect } from '#infra/generate/openapi/setting-notes.ts';
import { callSettings } from '#shared/assistants/call-settings.ts';
import { conversationSettings } from '#shared/assistants/conversation-settings.ts';
import { identitySettings } from '#shared/assistants/identity-settings.ts';
import type { Setting, SettingSupport, SettingTable } from '#shared/assistants/setting.ts';
import { silenceSettings } from '#shared/assistants/silence-settings.ts';
import { speechSettings } from '#shared/assistants/speech-settings.ts';
import { turnSettings } from '#shared/assistants/turn-settings.ts';

/** The sections of the studio's form, in its order. A new setting appears in the section of its table. */
const sections: Readonly<Record<string, SettingTable>> = {
  Conversation: conversationSettings,
  'Voice and model': speechSettings,
  Turns: turnSettings,
  'Call and result': { ...silenceSettings, ...callSettings },
  Assistant: identitySettings,
};

const Document = v.object({
  components: v.object({
    schemas: v.looseObject({
      CreateAssistantRequest: v.object({
        properties: v.record(v.string(), v.looseObject({})),
        required: v.array(v.string()),
      }),
    }),
  }),
});

/** What the studio builds its form from: what a request may send, and what each engine does with it. */
export function studioSettingsSource(document: unknown, tables = sections): string {
  const { schemas } = v.parse(Document, document).components;
  const { properties, required } = schemas.CreateAssistantRequest;
  const rows = Object.entries(tables).flatMap(([section, table]) =>
    Object.values<Setting>(table).flatMap(({ request, record, pipeline, multimodal, ...setting }) => {
      const described = request === undefined ? undefined : properties[request];
      if (request === undefined || !described || !pipeline || !multimodal) return [];
      // The form shows the effect in each engine by itself.
      const { description, ...undescribed } = described;
      const schema = withParts(description === settingEffect(request) ? undescribed : described, schemas);
      return [
        {
          name: request,
          record,
          section,
          isRequired: required.includes(request),
          default: setting.default,
          schema,
          pipeline: supportOf(pipeline),
          multimodal: supportOf(multimodal),
        },
      ];
    }),
  );
  return JSON.stringify(rows, null, 2);
}

const Reference = v.looseObject({ $ref: v.string() });
const Referring = v.looseObject({ anyOf: v.tupleWithRest([Reference], v.unknown()) });
const Part = v.looseObject({
  properties: v.record(v.string(), v.looseObject({ description: v.optional(v.string()) })),
});

/** A component in place of the reference to it. The effect of the setting describes its parts. */
function withParts(schema: object, schemas: Readonly<Record<string, unknown>>): object {
  const referring = v.safeParse(Referring, schema);
  if (!referring.success) return schema;
  const { anyOf, ...rest } = referring.output;
  const name = anyOf[0].$ref.replace('#/components/schemas/', '');
  const { properties, ...part } = v.parse(Part, schemas[name]);
  return { ...rest, ...part, type: [part['type'], 'null'], properties };
}

function supportOf({ support, how }: SettingSupport) {
  return { support, how };
}
