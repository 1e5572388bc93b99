import * as v from 'valibot';

/** The parts of an API Gateway HTTP API event (payload format 2.0) that endpoints read. */
export const HttpEvent = v.object({
  rawPath: v.string(),
  rawQueryString: v.optional(v.string(), ''),
  headers: v.record(v.string(), v.string()),
  pathParameters: v.optional(v.record(v.string(), v.string()), {}),
  body: v.optional(v.unknown()),
  isBase64Encoded: v.optional(v.boolean(), false),
  requestContext: v.object({
    requestId: v.string(),
    domainName: v.string(),
    authorizer: v.optional(
      v.object({ lambda: v.object({ user_id: v.pipe(v.union([v.string(), v.number()]), v.transform(Number)) }) }),
    ),
  }),
});

export type HttpEvent = v.InferOutput<typeof HttpEvent>;
