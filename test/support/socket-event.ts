interface EventParts {
  connectionId?: string;
  /** Sent as JSON; a string is sent as it is. */
  frame?: unknown;
  headers?: Record<string, string>;
  at?: number;
}

/** A WebSocket event as API Gateway sends it. */
export function socketEvent({ connectionId = 'connection-1', frame, headers, at = 0 }: EventParts = {}) {
  return {
    ...(headers === undefined ? {} : { headers }),
    ...(frame === undefined ? {} : { body: typeof frame === 'string' ? frame : JSON.stringify(frame) }),
    requestContext: { connectionId, requestId: 'request-1', requestTimeEpoch: at, routeKey: '$default' },
    isBase64Encoded: false,
  };
}
