import type { McpServer, RegisteredTool } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ListToolsRequestSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

/** A JSON schema whose keywords older clients and model APIs know. */
interface PlainSchema {
  [keyword: string]: unknown;
  type: 'object';
}

/**
 * Registers tools, and lists them with plain schemas. Clients that know JSON Schema 2020-12 only refuse the `$schema` of draft-07 that the SDK
 * writes. The Gemini API refuses all tools if it finds one keyword outside its subset: `const`, `propertyNames`, `exclusiveMinimum`, and formats
 * other than date-time. The server goes on checking with the whole schemas.
 * https://ai.google.dev/api/caching#Schema
 */
export function createToolList(server: McpServer): { register: McpServer['registerTool']; serve: () => void } {
  const registered = new Map<string, RegisteredTool>();
  const list = (): Tool[] =>
    [...registered].map(([name, { title, description, inputSchema, outputSchema, annotations }]) => ({
      name,
      title,
      description,
      inputSchema: plainSchema(inputSchema, 'input'),
      ...(outputSchema === undefined ? {} : { outputSchema: plainSchema(outputSchema, 'output') }),
      annotations,
    }));
  return {
    register: (name, config, callback) => {
      const tool = server.registerTool(name, config, callback);
      registered.set(name, tool);
      return tool;
    },
    serve: () => server.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: list() })),
  };
}

function plainSchema(schema: RegisteredTool['inputSchema'], io: 'input' | 'output'): PlainSchema {
  if (schema === undefined) return { type: 'object', properties: {} };
  if (!(schema instanceof z.core.$ZodType)) throw new TypeError('The schemas of tools are those of zod 4');
  const { $schema: _dialect, ...plain } = z.toJSONSchema(schema, {
    io,
    reused: 'inline',
    override: ({ jsonSchema }) => simplify(jsonSchema),
  });
  return { ...plain, type: 'object' };
}

/** Says the same, or less, in keywords that all readers know. */
function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.const !== undefined) schema.enum = [schema.const];
  if (typeof schema.exclusiveMinimum === 'number') {
    schema.minimum = schema.exclusiveMinimum + (schema.type === 'integer' ? 1 : 0);
  }
  if (typeof schema.exclusiveMaximum === 'number') {
    schema.maximum = schema.exclusiveMaximum - (schema.type === 'integer' ? 1 : 0);
  }
  for (const keyword of [
    'const',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'propertyNames',
    'additionalProperties',
  ] as const) {
    delete schema[keyword];
  }
  if (schema.format !== 'date-time') delete schema.format;
}
