import type { JsonSchema } from '@valibot/to-json-schema';

/** The parts of OpenAPI 3.1 that our document uses. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: Array<{ url: string; description: string }>;
  tags: Array<{ name: string; description: string }>;
  security: SecurityRequirement[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: WebhookOperation }>;
  components: {
    securitySchemes: Record<string, Record<string, string>>;
    headers: Record<string, Header>;
    parameters: Record<string, Parameter>;
    schemas: Record<string, JsonSchema>;
  };
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  deprecated?: true;
  security?: SecurityRequirement[];
  parameters?: Array<Parameter | Reference>;
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Answer>;
}

/** A request that the service sends. */
export type WebhookOperation = Omit<Operation, 'responses' | 'parameters'> & {
  parameters: Parameter[];
  responses: Record<string, { description: string }>;
};

export interface Answer {
  description: string;
  headers: Record<string, Header | Reference>;
  content: Content;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}

export interface Header {
  description: string;
  schema: JsonSchema;
}

interface MediaType {
  schema: JsonSchema;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

export interface Reference {
  $ref: string;
}

type Content = { 'application/json': MediaType };
export type SecurityRequirement = Record<string, string[]>;
