import { bedrockFamilies } from '#shared/catalog/models.ts';
import type { Capability, ManifestRow, RecordingAction, TableAction } from '#shared/manifest/manifest-row.ts';
import { queueNames } from '#shared/platform/queue/watch-queues.ts';
import { grantsOf, type Deployed } from '#test/programs/cdk/cfn-template.ts';

const tableActions: Record<TableAction, string> = {
  get: 'GetItem',
  'batch-get': 'BatchGetItem',
  query: 'Query',
  put: 'PutItem',
  update: 'UpdateItem',
  delete: 'DeleteItem',
  check: 'ConditionCheckItem',
  'batch-write': 'BatchWriteItem',
};

/** Resources with a star, and why they need one. There are no others. */
export const explainedWildcards = [
  {
    grant: /^logs:(?:CreateLogStream|PutLogEvents) arn:[^*]+:log-group:[^*:]+:\*$/,
    reason: 'a log stream gets its name when an instance starts',
  },
  {
    grant: /^execute-api:ManageConnections arn:[^*]+\/voice\/POST\/@connections\/\*$/,
    reason: 'connections get their ids when they are made',
  },
  {
    grant: /^s3:(?:GetObject|PutObject|AbortMultipartUpload|DeleteObject) [^*]+\/\*$/,
    reason: 'recordings are named after calls, which are not known beforehand',
  },
  {
    grant: /^bedrock:InvokeModel(?:WithResponseStream)? arn:[^*]+:\*:[^*]+(?:amazon\.nova-|anthropic\.claude-)\*$/,
    reason: 'operators add models of these families without a deployment',
  },
];

/** The roles of all functions against what their rows ask for: nothing missing, nothing more, no unexplained star. */
export const grantProblems = (rows: readonly ManifestRow[], deployed: Deployed, hasBedrock = false): string[] =>
  rows.flatMap((row) => {
    const granted = grantsOf(row.id, deployed);
    const expected = expectedGrants(row, deployed.name, hasBedrock);
    return [
      ...expected.filter((grant) => !granted.some(matches(grant))).map((grant) => `${row.id} lacks ${grant}`),
      ...granted
        .filter((grant) => !expected.some((one) => matches(one)(grant)))
        .map((grant) => `${row.id} needs no ${grant}`),
      ...granted
        .filter((grant) => grant.includes('*') && !explainedWildcards.some((one) => one.grant.test(grant)))
        .map((grant) => `${row.id} has a star in ${grant}`),
    ];
  });

/** `execute-api:ManageConnections arn:…/voice/…` matches what begins and ends like it. */
const matches = (expected: string) => (grant: string) => {
  const [start = '', end = ''] = expected.split('…');
  return expected.includes('…') ? grant.startsWith(start) && grant.endsWith(end) : grant === expected;
};

function expectedGrants(row: ManifestRow, name: string, hasBedrock: boolean): string[] {
  const logs = ['logs:CreateLogStream', 'logs:PutLogEvents'].map(
    (action) => `${action} …:log-group:/${name}/functions/${row.id}:*`,
  );
  const own = row.kind === 'queue' ? workerGrants(`${name}-${row.queue}`) : [];
  const counted = row.kind === 'http' && row.auth !== 'none' ? [`dynamodb:UpdateItem ${name}`] : [];
  const used = row.uses.flatMap((capability) => grantsFor(capability, name, hasBedrock));
  return [...new Set([...logs, ...own, ...counted, ...used])];
}

const workerGrants = (queue: string): string[] => [
  `sqs:ReceiveMessage ${queue}`,
  `sqs:DeleteMessage ${queue}`,
  `sqs:GetQueueAttributes ${queue}`,
  `sqs:SendMessage ${queue}`,
  `sqs:SendMessage ${queue}-dead-letters`,
];

function grantsFor(capability: Capability, name: string, hasBedrock: boolean): string[] {
  const [kind, detail] = capability.split(':');
  if (kind === 'recording') return recordingGrants(detail as RecordingAction);
  if (kind === 'table') return [`dynamodb:${tableActions[detail as TableAction]} ${name}`];
  if (capability === 'socket:send') return ['execute-api:ManageConnections arn:…/voice/POST/@connections/*'];
  if (kind === 'language-model') {
    const action = detail === 'stream' ? 'InvokeModelWithResponseStream' : 'InvokeModel';
    return hasBedrock ? bedrockGrants(`bedrock:${action}`) : [];
  }
  if (capability === 'queue-depths') {
    return queueNames.flatMap((queue) =>
      [queue, `${queue}-dead-letters`].map((one) => `sqs:GetQueueAttributes ${name}-${one}`),
    );
  }
  if (kind === 'queue') return [`sqs:SendMessage ${name}-${detail}`];
  if (kind === 'secret')
    return [`secretsmanager:GetSecretValue arn:…secret:${name.replace('-', '/')}/${detail}-??????`];
  return [];
}

const recordingActions: Record<RecordingAction, string[]> = {
  link: [],
  read: ['s3:GetObject'],
  write: ['s3:PutObject', 's3:AbortMultipartUpload'],
  delete: ['s3:DeleteObject'],
};

const recordingGrants = (action: RecordingAction): string[] => recordingActions[action].map((grant) => `${grant} …/*`);

function bedrockGrants(action: string): string[] {
  const arn = 'arn:<AWS::Partition>:bedrock:*';
  return bedrockFamilies.flatMap((family) => [
    `${action} ${arn}::foundation-model/${family}*`,
    `${action} ${arn}:<AWS::AccountId>:inference-profile/global.${family}*`,
  ]);
}
