/** A failure that a runbook is for, and the alarms that ring while it lasts. A test injects each on the local stack. */
export interface Failure {
  what: string;
  rings: readonly string[];
  /** Only AWS has the cause, so the test writes the metric that AWS would write. */
  ofAws?: true;
}

/** By a name of its own, which the injection has, too. */
export const failures = {
  endpointCrashes: { what: 'An endpoint crashes, or is not called', rings: ['api/fails'] },
  endpointFails: { what: 'A stored record cannot be read by an endpoint', rings: ['api/fails'] },
  authorizerCrashes: { what: 'The authorizer crashes', rings: ['api/fails'] },
  callbackCrashes: { what: 'The function of a callback crashes', rings: ['api/fails'] },
  callbackFails: { what: 'A callback is about a call that cannot be read', rings: ['carrier/callbacks-fail'] },
  fallback: { what: 'The carrier asks for the fallback', rings: ['carrier/callbacks-fail'] },
  callbacksForged: { what: 'Five callbacks have no signature', rings: ['carrier/callbacks-refused'] },
  connectionsForged: { what: 'Five connections have no signature', rings: ['carrier/callbacks-refused'] },
  callsRefused: { what: 'The carrier refuses the country of three calls', rings: ['carrier/calls-rejected'] },
  carrierBusy: { what: 'The carrier has no room for three calls (429)', rings: ['carrier/calls-rejected'] },
  numbersWrong: { what: 'Three numbers cannot be called', rings: [] },
  accountClosed: { what: 'The auth token is not that of the account', rings: ['carrier/account-closed'] },
  messagesRefused: { what: 'The carrier refuses three SMS', rings: ['carrier/messages-rejected'] },
  recipientsWrong: { what: 'Three numbers cannot be texted', rings: [] },
  noPump: { what: 'A call waits, and no pump dials it', rings: ['calls/not-dialled'] },
  newCountry: { what: 'An old user calls a new country', rings: ['destinations/new-country'] },
  campaignStopped: { what: 'The service stops a campaign whose calls fail', rings: ['campaigns/stopped'] },
  modelFails: { what: 'The language model answers 500 in three conversations', rings: ['model/fails'] },
  modelSlow: { what: 'The language model takes four seconds', rings: ['model/slow'] },
  noEvaluation: { what: 'The language model evaluates none of three calls', rings: ['model/no-evaluation'] },
  webhookExhausted: { what: 'The tenth attempt of a webhook fails', rings: ['webhooks/exhausted'] },
  callLost: { what: 'The carrier never reports the end of a call', rings: ['calls/lost'] },
  moneyHeld: { what: 'A call that is over for days still holds money', rings: ['money/held'] },
  tokenForged: { what: 'A connection names a call with a wrong token', rings: ['conversation/not-started'] },
  conversationsBroken: { what: 'The carrier reports three broken sessions', rings: ['conversation/broken'] },
  socketCrashes: { what: 'The function of the frames crashes three times', rings: ['conversation/fails'] },
  socketFails: { what: 'A conversation cannot be read', rings: ['conversation/fails'] },
  transcriptionFails: {
    what: 'The carrier reports five failed transcriptions',
    rings: ['conversation/transcript-incomplete'],
  },
  framesUnreadable: { what: 'Ten frames are no JSON', rings: ['conversation/unreadable'] },
  answersLate: { what: 'The service takes 0.9 s of its own to answer', rings: ['conversation/slow'], ofAws: true },
  framesThrottled: { what: 'API Gateway refuses three frames', rings: ['conversation/frames-lost'], ofAws: true },
  functionsThrottled: { what: 'Lambda throttles ten invocations', rings: ['limits/functions'], ofAws: true },
  tableThrottled: { what: 'DynamoDB throttles ten requests', rings: ['limits/table'], ofAws: true },
  deadLetter: { what: 'A worker cannot read a message', rings: ['queues/dead-letters'] },
  queueStopped: { what: 'A message waits, and no worker runs', rings: ['queues/stopped'] },
  queueLate: { what: 'A message comes to its worker five minutes late', rings: ['queues/late'] },
  scheduleStops: { what: 'A schedule does not run', rings: ['schedule/release-due-work'] },
  scheduleFails: { what: 'A schedule fails each time', rings: ['schedule/reconcile-campaigns'] },
  segmentsFail: { what: 'Summaries of calls are not written', rings: ['schedule/close-call-segments'] },
} as const satisfies Record<string, Failure>;

export type FailureName = keyof typeof failures;
