/** What a role allows and no flow of the test needs, with the reason why it is allowed. */
export const rarelyUsed: ReadonlyArray<{ grants: readonly string[]; reason: string }> = [
  {
    grants: [
      'do-not-call/remove-do-not-call-entry secretsmanager:GetSecretValue secret:ringback/dev/erasure-key-??????',
      'sms/send-sms secretsmanager:GetSecretValue secret:ringback/dev/erasure-key-??????',
      'calls/make-call secretsmanager:GetSecretValue secret:ringback/dev/erasure-key-??????',
      'carrier/twilio-message-incoming secretsmanager:GetSecretValue secret:ringback/dev/erasure-key-??????',
      'queue/dial-calls secretsmanager:GetSecretValue secret:ringback/dev/erasure-key-??????',
      'queue/dial-campaign secretsmanager:GetSecretValue secret:ringback/dev/erasure-key-??????',
      'queue/finish-call secretsmanager:GetSecretValue secret:ringback/dev/erasure-key-??????',
      'campaigns/check-campaign secretsmanager:GetSecretValue secret:ringback/dev/erasure-key-??????',
    ],
    reason: 'The hash of a number is asked for only where its user has erased numbers.',
  },
  {
    grants: [
      'do-not-call/list-do-not-call-entries dynamodb:BatchGetItem table/ringback',
      'socket/message dynamodb:BatchGetItem table/ringback',
      'carrier/openai-call-tools dynamodb:BatchGetItem table/ringback',
      'carrier/openai-call-tools dynamodb:Query table/ringback',
      'carrier/twilio-message-incoming dynamodb:BatchGetItem table/ringback',
      'queue/send-sms dynamodb:BatchGetItem table/ringback',
    ],
    reason: 'A do-not-call list of more than 512 entries moves the newest ids to a block.',
  },
  {
    grants: [
      'assistants/remove-webhook dynamodb:Query table/ringback',
      'assistants/remove-webhook dynamodb:BatchGetItem table/ringback',
      'assistants/remove-inbound-webhook dynamodb:Query table/ringback',
      'assistants/remove-inbound-webhook dynamodb:BatchGetItem table/ringback',
      'assistants/enable-webhook dynamodb:Query table/ringback',
      'assistants/enable-webhook dynamodb:BatchGetItem table/ringback',
      'assistants/disable-webhook dynamodb:Query table/ringback',
      'assistants/disable-webhook dynamodb:BatchGetItem table/ringback',
      'assistants/enable-inbound-webhook dynamodb:Query table/ringback',
      'assistants/enable-inbound-webhook dynamodb:BatchGetItem table/ringback',
      'assistants/disable-inbound-webhook dynamodb:Query table/ringback',
      'assistants/disable-inbound-webhook dynamodb:BatchGetItem table/ringback',
    ],
    reason: 'An assistant that an older release stored is searched for when its uuid is used for the first time.',
  },
  {
    grants: [
      'carrier/openai-call-tools sqs:SendMessage run-tool',
      'carrier/openai-call-tools secretsmanager:GetSecretValue secret:ringback/dev/tool-secret-key-??????',
      'carrier/openai-call-tools secretsmanager:GetSecretValue secret:ringback/dev/webhook-signing-key-??????',
      'socket/message secretsmanager:GetSecretValue secret:ringback/dev/tool-secret-key-??????',
      'socket/message secretsmanager:GetSecretValue secret:ringback/dev/webhook-signing-key-??????',
      'socket/message sqs:SendMessage run-tool',
      'queue/run-tool dynamodb:BatchWriteItem table/ringback',
      'queue/run-tool dynamodb:GetItem table/ringback',
      'queue/run-tool dynamodb:PutItem table/ringback',
      'queue/run-tool dynamodb:Query table/ringback',
      'queue/run-tool dynamodb:UpdateItem table/ringback',
      'queue/run-tool execute-api:ManageConnections arn:aws:execute-api:us-east-1:000000000000:voiceapi183a8cf6/voice/POST/@connections/*',
      'queue/run-tool bedrock:InvokeModelWithResponseStream inference-profile/global.amazon.nova-*',
      'queue/run-tool bedrock:InvokeModelWithResponseStream inference-profile/global.anthropic.claude-*',
      'queue/run-tool bedrock:InvokeModelWithResponseStream foundation-model/amazon.nova-*',
      'queue/run-tool bedrock:InvokeModelWithResponseStream foundation-model/anthropic.claude-*',
      'queue/run-tool secretsmanager:GetSecretValue secret:ringback/dev/openai-api-key-??????',
      'queue/run-tool secretsmanager:GetSecretValue secret:ringback/dev/tool-secret-key-??????',
      'queue/run-tool secretsmanager:GetSecretValue secret:ringback/dev/webhook-signing-key-??????',
      'queue/run-tool sqs:SendMessage continue-conversation',
      'queue/run-tool sqs:SendMessage run-tool',
    ],
    reason: 'The models of the test do not know the tools of users. The rehearsals and the fault matrix run them.',
  },
  {
    grants: ['sms/list-sms dynamodb:BatchGetItem table/ringback'],
    reason: 'SMS of a page that is packed into blocks are read together.',
  },
  {
    grants: [
      'tokens/create-token dynamodb:DeleteItem table/ringback',
      'tokens/create-api-key dynamodb:DeleteItem table/ringback',
    ],
    reason: 'A new token removes the oldest of more than 200 dead ones.',
  },
  {
    grants: ['socket/message dynamodb:BatchWriteItem table/ringback'],
    reason: 'A conversation that opens while its call is erased takes back what it has written.',
  },
  {
    grants: [
      'queue/deliver-webhook dynamodb:BatchWriteItem table/ringback',
      'queue/deliver-slow-webhook dynamodb:BatchWriteItem table/ringback',
    ],
    reason: 'A delivery that was stored while its call was deleted is removed.',
  },
  {
    grants: [
      'carrier/twilio-answering-machine sqs:SendMessage continue-conversation',
      'carrier/twilio-answering-machine sqs:SendMessage steer-realtime',
    ],
    reason: 'In the flows no machine answers a call whose conversation is open.',
  },
  {
    grants: ['carrier/twilio-transcription sqs:SendMessage steer-realtime'],
    reason: 'Where the machine is slow, all words of the demo are recognised after the call, and begin no silence.',
  },
  {
    grants: ['queue/fetch-recording s3:AbortMultipartUpload ringback-recordings/*'],
    reason: 'An upload whose source breaks off after its first five megabytes is taken back.',
  },
  {
    grants: ['queue/fetch-recording sqs:SendMessage fetch-recording'],
    reason: 'It asks again later where the carrier has announced a recording that it does not hand out yet.',
  },
  {
    grants: [
      'sms/list-sms dynamodb:BatchWriteItem table/ringback',
      'sms/list-sms dynamodb:PutItem table/ringback',
      'sms/list-sms dynamodb:DeleteItem table/ringback',
    ],
    reason: 'A list stores blocks of 256 SMS that are older than an hour.',
  },
  {
    grants: [
      'queue/send-sms sqs:SendMessage deliver-webhook',
      'carrier/twilio-message-status sqs:SendMessage deliver-webhook',
      'carrier/twilio-message-incoming sqs:SendMessage deliver-webhook',
    ],
    reason: 'Only users with an address for the events of SMS get any.',
  },
  {
    grants: ['sms/send-sms dynamodb:Query table/ringback'],
    reason: 'A wallet that other requests are charging, or with too little money, is read with all its parts.',
  },
  {
    grants: ['leads/create-lead dynamodb:Query table/ringback'],
    reason: 'One new lead in 32 counts its group, and begins another one after 1,024.',
  },
  {
    grants: ['queue/finish-call sqs:SendMessage deliver-slow-webhook'],
    reason: 'The receiver of the call is slow already when the call ends.',
  },
  {
    grants: [
      'queue/finish-call dynamodb:BatchWriteItem table/ringback',
      'schedule/close-call-segments dynamodb:BatchWriteItem table/ringback',
    ],
    reason:
      'The branch of a call list is written when a user has 65,536 calls; the contract of the call store grows small ones.',
  },
  {
    grants: [
      'carrier/twilio-conversation-ended dynamodb:PutItem table/ringback',
      'queue/finish-call secretsmanager:GetSecretValue secret:ringback/dev/twilio-auth-token-??????',
      'carrier/twilio-transfer-leg dynamodb:Query table/ringback',
      'carrier/twilio-transfer-leg dynamodb:UpdateItem table/ringback',
      'carrier/twilio-transfer-leg secretsmanager:GetSecretValue secret:ringback/dev/call-token-key-??????',
      'carrier/twilio-transfer-ended dynamodb:Query table/ringback',
      'carrier/twilio-transfer-ended dynamodb:UpdateItem table/ringback',
    ],
    reason: 'No customer of these flows asks for a human: a flow of its own calls eight of them.',
  },
];
