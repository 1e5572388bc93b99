// clients/typescript/src/values.ts
var openStatuses = ["initiated", "ringing", "in-progress", "ended"];
var webhookEvents = ["call.completed", "inbound_call.completed"];
var smsEvents = ["sms.sent", "sms.delivered", "sms.undelivered", "sms.failed", "sms.received"];
var methods = ["POST", "GET", "PUT", "PATCH", "DELETE"];
export {
  methods,
  openStatuses,
  smsEvents,
  webhookEvents
};
