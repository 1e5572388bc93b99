import * as v from 'valibot';
import { withLogContext } from '#shared/runtime/log-context.ts';
import { logger } from '#shared/runtime/logger.ts';
import { metrics } from '#shared/runtime/metrics.ts';

/** What the three routes of the WebSocket API send; headers come with `$connect` only. */
export const SocketEvent = v.object({
  headers: v.optional(v.record(v.string(), v.string()), {}),
  body: v.optional(v.string(), ''),
  requestContext: v.object({
    connectionId: v.string(),
    requestId: v.string(),
    requestTimeEpoch: v.number(),
  }),
});

export interface SocketRequest {
  connectionId: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
  /** When API Gateway took the frame, in epoch milliseconds. */
  at: number;
}

export interface SocketAnswer {
  statusCode: number;
}

export interface SocketDefinition<Deps> {
  /** The manifest row of this function. */
  id: string;
  deps: () => Deps;
  handle: (request: SocketRequest, deps: Deps) => Promise<SocketAnswer>;
  /** What is answered when the handler fails. */
  onFailure: SocketAnswer;
}

export interface SocketHandler<Deps> {
  (event: unknown, context?: unknown): Promise<SocketAnswer>;
  schema: typeof SocketEvent;
  /** The same function on other dependencies, for tests. */
  with(deps: Deps): (event: unknown) => Promise<SocketAnswer>;
}

/**
 * One route of the WebSocket API. It never throws: API Gateway would send an error frame to the carrier for it, which ends
 * the carrier's session.
 */
export function defineSocketHandler<Deps>(definition: SocketDefinition<Deps>): SocketHandler<Deps> {
  let deps: Deps | undefined;
  const real = socketHandler(definition, () => (deps ??= definition.deps()));
  return Object.assign(real, {
    schema: SocketEvent,
    with: (other: Deps) => socketHandler(definition, () => other),
  });
}

function socketHandler<Deps>(
  { id, handle, onFailure }: SocketDefinition<Deps>,
  deps: () => Deps,
): (event: unknown) => Promise<SocketAnswer> {
  return async (input) => {
    const event = v.safeParse(SocketEvent, input);
    if (!event.success) {
      logger.error('a socket event does not parse', { functionId: id, reason: v.summarize(event.issues) });
      return onFailure;
    }
    const { requestContext, headers, body } = event.output;
    const { connectionId, requestId, requestTimeEpoch: at } = requestContext;
    return withLogContext({ functionId: id, requestId }, async () => {
      try {
        return await handle({ connectionId, headers: lowerCased(headers), body, at }, deps());
      } catch (error) {
        metrics.count('SocketFailure', { function: id });
        logger.error('a socket event failed', { connectionId, error });
        return onFailure;
      }
    });
  };
}

/** API Gateway passes header names on as the client wrote them. */
function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
