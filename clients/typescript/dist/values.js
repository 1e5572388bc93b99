// clients/typescript/src/values.ts
var openStatuses = ["initiated", "ringing", "in-progress", "ended"];
var webhookEvents = ["call.completed", "inbound_call.completed"];
var methods = ["POST", "GET", "PUT", "PATCH", "DELETE"];
export {
  methods,
  openStatuses,
  webhookEvents
};
