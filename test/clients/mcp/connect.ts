import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { type CallToolResult, ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import { createServer } from '#clients/mcp/src/server.ts';
import { strictValidator } from '#test/clients/mcp/strict-validator.ts';
import { type Asked, type Service, startService } from '#test/clients/scripted-service.ts';

interface Connected {
  asked: Asked[];
  /** The questions to the user. */
  questions: string[];
  use: (name: string, args?: Record<string, unknown>) => Promise<CallToolResult>;
}

/** A client of the MCP server of a service that answers as the test says. Without `answer` it cannot ask its user. */
export async function connectMcp(service: Service, answer?: () => Promise<ElicitResult>): Promise<Connected> {
  const { url, asked } = await startService(service);
  const questions: string[] = [];
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: answer ? { elicitation: { form: {} } } : {}, jsonSchemaValidator: strictValidator() },
  );
  if (answer) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message);
      return answer();
    });
  }
  const [one, other] = InMemoryTransport.createLinkedPair();
  await createServer({ baseUrl: url, token: 'rb_test' }).connect(one);
  await client.connect(other);
  onTestFinished(() => client.close());
  // With the schemas of the tools the client checks each answer.
  await client.listTools();
  return {
    asked,
    questions,
    use: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as CallToolResult,
  };
}

export const textOf = ({ content }: CallToolResult) => (content[0] as { text: string }).text;
