import {
  GoneException,
  PostToConnectionCommand,
  type ApiGatewayManagementApiClient,
} from '@aws-sdk/client-apigatewaymanagementapi';
import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { describeIssues, once } from '#shared/platform/environment.ts';
import { logger, reportFailure, versionOf, withLogContext } from '#shared/platform/observability/telemetry.ts';

const SocketEvent = v.object({
  headers: v.optional(v.record(v.string(), v.string()), {}),
  body: v.optional(v.string(), ''),
  requestContext: v.object({
    connectionId: v.string(),
    requestId: v.string(),
    requestTimeEpoch: v.number(),
  }),
});

interface SocketRequest {
  connectionId: string;
  headers: Record<string, string>;
  body: string;
  /** When API Gateway received the frame, in epoch milliseconds. */
  at: number;
}

export interface SocketAnswer {
  statusCode: number;
}

interface SocketDefinition<Deps> {
  id: string;
  deps: () => Deps;
  handle: (request: SocketRequest, deps: Deps) => Promise<SocketAnswer>;
  onFailure: SocketAnswer;
}

type SocketFunction = (event: unknown, context?: Context) => Promise<SocketAnswer>;

interface SocketHandler<Deps> extends SocketFunction {
  schema: typeof SocketEvent;
  with(deps: Deps): SocketFunction;
}

/** Never throws: API Gateway would send an error frame to the carrier, which would end the session. */
export function defineSocketHandler<Deps>(definition: SocketDefinition<Deps>): SocketHandler<Deps> {
  return Object.assign(socketFunctionOn(definition, once(definition.deps)), {
    schema: SocketEvent,
    with: (other: Deps) => socketFunctionOn(definition, () => other),
  });
}

function socketFunctionOn<Deps>({ id, handle, onFailure }: SocketDefinition<Deps>, deps: () => Deps): SocketFunction {
  return async (input, context) => {
    const event = v.safeParse(SocketEvent, input);
    if (!event.success) {
      logger.error('a socket event does not parse', { functionId: id, reason: describeIssues(event.issues) });
      return onFailure;
    }
    const { requestContext, headers, body } = event.output;
    const { connectionId, requestId, requestTimeEpoch: at } = requestContext;
    return withLogContext({ functionId: id, requestId, ...versionOf(context) }, async () => {
      try {
        return await handle({ connectionId, headers: lowerCased(headers), body, at }, deps());
      } catch (error) {
        reportFailure('SocketFailure', 'a socket event failed', { connectionId, error });
        return onFailure;
      }
    });
  };
}

/** API Gateway does not normalise header names. */
function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

export interface Socket {
  send(connectionId: string, body: string): Promise<'sent' | 'gone'>;
}

export function createApiGatewaySocket(client: ApiGatewayManagementApiClient): Socket {
  return {
    async send(ConnectionId, Data) {
      try {
        await client.send(new PostToConnectionCommand({ ConnectionId, Data }));
        return 'sent';
      } catch (error) {
        if (error instanceof GoneException) return 'gone';
        throw error;
      }
    },
  };
}
