// Written from the OpenAPI document by `npm run generate`.
/** The statuses of a call that is not over, in the order in which it has them. */
export const openStatuses = ['initiated', 'ringing', 'in-progress', 'ended'] as const;
/** The events of webhooks. */
export const webhookEvents = ['call.completed', 'inbound_call.completed'] as const;
/** The events of SMS. */
export const smsEvents = ['sms.sent', 'sms.delivered', 'sms.undelivered', 'sms.failed', 'sms.received'] as const;
/** The methods of the API. */
export const methods = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] as const;
