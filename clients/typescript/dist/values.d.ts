/** The statuses of a call that is not over, in the order in which it has them. */
export declare const openStatuses: readonly ['initiated', 'ringing', 'in-progress', 'ended'];
/** The events of webhooks. */
export declare const webhookEvents: readonly ['call.completed', 'inbound_call.completed'];
/** The events of SMS. */
export declare const smsEvents: readonly ['sms.sent', 'sms.delivered', 'sms.undelivered', 'sms.failed', 'sms.received'];
/** The methods of the API. */
export declare const methods: readonly ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'];
