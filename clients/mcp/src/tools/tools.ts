import type { Tool } from '@ringback/client';
import * as operations from '@ringback/client/operations';
import { z } from 'zod';
import { confirm, shown as shownText, withoutConsent } from '../consent.ts';
import { about, answer, CHANGES, CREATES, DELETES, givenVariables, id, READS, type Tools } from '../tool.ts';

const shown = {
  id: z.number(),
  name: z.string(),
  description: z.string(),
  endpoint: z.string(),
  method: z.string(),
  timeout: z.number(),
};

const toolOf = ({ id: toolId, name, description, endpoint, method, timeout }: Tool) => ({
  id: toolId,
  name,
  description,
  endpoint,
  method,
  timeout,
});

const fields = {
  name: z.string().describe('Lowercase letters and underscores, such as find_slots.'),
  description: z.string().max(255).describe('When the model should use the tool.'),
  endpoint: z.string().describe('URL. The path and the query may contain {parameter} and {{variable}}.'),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
};

const optionalFields = {
  timeout: z.number().int().min(1).max(30).optional(),
  headers: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .optional()
    .describe('A masked value, as it was read, leaves the value as it is.'),
  schema: z
    .array(z.object({ name: z.string(), type: z.enum(['string', 'number', 'boolean']), description: z.string() }))
    .optional()
    .describe('The parameters that the model gives.'),
  wait_message: z.string().max(500).optional().describe('What the assistant says while the tool runs.'),
};

/** Tools of the user, which the models of calls use. */
export function toolTools(tools: Tools): void {
  readTools(tools);
  writeTools(tools);
  deleteTool(tools);
}

/** The user agrees to where the data of calls goes. */
const SENDS = 'Calls then send what customers say to this address.';

function readTools({ server, register, ringback }: Tools): void {
  register(
    'list_tools',
    { ...about(operations.listTools), outputSchema: { tools: z.array(z.object(shown)) }, annotations: READS },
    () => answer(async () => ({ tools: (await ringback.tools.list()).map(toolOf) })),
  );
  register(
    'test_tool',
    {
      ...about(operations.testTool, { more: 'The server of the tool may act on it, so the user must agree.' }),
      inputSchema: {
        tool_id: id('a tool'),
        arguments: givenVariables.optional(),
        variables: givenVariables.optional(),
        confirm,
      },
      outputSchema: {
        status: z.number().nullable(),
        body: z.string(),
        duration_ms: z.number(),
        result: z.string(),
        problem: z.string().nullable(),
      },
      annotations: { ...CREATES, openWorldHint: true },
    },
    async ({ tool_id, confirm: confirmed, ...test }, { signal }) => {
      const asked = { action: `Send a request of tool ${tool_id}`, effect: 'Its server may act on it.' };
      const refusal = await withoutConsent(server, asked, { confirmed, signal });
      if (refusal) return refusal;
      return answer(async () => {
        const { status, body, duration_ms, result, problem } = await ringback.tools.test(tool_id, test);
        return { status, body, duration_ms, result, problem };
      });
    },
  );
}

function writeTools({ server, register, ringback }: Tools): void {
  register(
    'create_tool',
    {
      ...about(operations.createTool),
      inputSchema: { ...fields, ...optionalFields, confirm },
      outputSchema: shown,
      annotations: CREATES,
    },
    async ({ confirm: confirmed, ...tool }, { signal }) => {
      const asked = { action: `Create a tool for ${shownText(tool.endpoint)}`, effect: SENDS };
      const refusal = await withoutConsent(server, asked, { confirmed, signal });
      return refusal ?? answer(async () => toolOf(await ringback.tools.create(tool)));
    },
  );
  const { name, description, endpoint, method } = fields;
  register(
    'update_tool',
    {
      ...about(operations.updateTool),
      inputSchema: {
        tool_id: id('a tool'),
        name: name.optional(),
        description: description.optional(),
        endpoint: endpoint.optional(),
        method: method.optional(),
        ...optionalFields,
        confirm,
      },
      outputSchema: shown,
      annotations: CHANGES,
    },
    async ({ tool_id, confirm: confirmed, ...changes }, { signal }) => {
      const change = shownText(JSON.stringify(changes));
      const asked = { action: `Change tool ${tool_id}: ${change}`, effect: SENDS };
      const refusal = await withoutConsent(server, asked, { confirmed, signal });
      return refusal ?? answer(async () => toolOf(await ringback.tools.update(tool_id, changes)));
    },
  );
}

function deleteTool({ register, ringback }: Tools): void {
  register(
    'delete_tool',
    {
      ...about(operations.deleteTool),
      inputSchema: { tool_id: id('a tool') },
      outputSchema: { id: z.number() },
      annotations: DELETES,
    },
    ({ tool_id }) =>
      answer(async () => {
        await ringback.tools.delete(tool_id);
        return { id: tool_id };
      }),
  );
}
