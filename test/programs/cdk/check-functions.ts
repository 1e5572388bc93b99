import type { ManifestRow } from '#shared/manifest/manifest-row.ts';
import {
  describeValue,
  functionOf,
  ofType,
  type CfnTemplate,
  type CfnValue,
  type Deployed,
} from '#test/programs/cdk/cfn-template.ts';

export function functionProblems(rows: readonly ManifestRow[], deployed: Deployed): string[] {
  const surplus = ofType(deployed.service, 'AWS::Lambda::Function').length - rows.length;
  return [
    ...rows.flatMap((row) => problemsOf(row, deployed)),
    ...(surplus > 0 ? [`${surplus} functions are in no row`] : []),
  ];
}

function problemsOf(row: ManifestRow, deployed: Deployed): string[] {
  const [logicalId, fn] = functionOf(row.id, deployed) ?? [];
  if (!fn) return [`${row.id}: there is no function`];
  const expected = {
    Timeout: row.timeoutSeconds,
    MemorySize: row.memoryMb,
    Runtime: 'nodejs24.x',
    Architectures: ['arm64'],
    Handler: 'index.handler',
    Description: row.id,
    // Lambda drops messages of other workers after 16 rounds.
    RecursiveLoop: row.kind === 'queue' ? 'Allow' : undefined,
  };
  const wrong = Object.entries(expected).filter(
    ([property, value]) => JSON.stringify(fn.Properties[property]) !== JSON.stringify(value),
  );
  const logs = describeValue(fn.Properties['LoggingConfig'].LogGroup, deployed);
  return [
    ...wrong.map(([property, value]) => `${row.id}: ${property} is not ${String(value)}`),
    ...(logs === `/${deployed.name}/functions/${row.id}` ? [] : [`${row.id}: logs to ${logs}`]),
    ...callerProblems(row, String(logicalId), deployed),
  ];
}

/** Whether what calls the function may, and does. */
function callerProblems(row: ManifestRow, logicalId: string, { service }: Deployed): string[] {
  const calls = (value: unknown) => JSON.stringify(value).includes(`"${logicalId}"`);
  if (row.kind === 'queue') {
    const [, source] =
      ofType(service, 'AWS::Lambda::EventSourceMapping').find(([, { Properties }]) =>
        calls(Properties['FunctionName']),
      ) ?? [];
    if (!source) return [`${row.id}: no queue feeds it`];
    const partial = JSON.stringify(source.Properties['FunctionResponseTypes']) === '["ReportBatchItemFailures"]';
    return [
      ...(source.Properties['BatchSize'] === row.batchSize
        ? []
        : [`${row.id}: the batch size is not ${row.batchSize}`]),
      ...(partial ? [] : [`${row.id}: a failed message fails its batch`]),
    ];
  }
  // A permission on a function does not hold for its alias.
  const [alias] =
    ofType(service, 'AWS::Lambda::Alias').find(([, { Properties }]) => calls(Properties['FunctionName'])) ?? [];
  const isCallee = (value: CfnValue) => (alias === undefined ? calls(value) : value.Ref === alias);
  if (row.kind !== 'schedule') return invokerProblems(row, service, isCallee);
  const permitted = ofType(service, 'AWS::Lambda::Permission').filter(([, { Properties }]) =>
    isCallee(Properties['FunctionName']),
  );
  const isOpen = permitted.some(([, { Properties }]) => !Properties['SourceArn']);
  return [
    ...(permitted.some(([, { Properties }]) => Properties['Principal'] === 'events.amazonaws.com')
      ? []
      : [`${row.id}: events.amazonaws.com may not call it`]),
    ...(isOpen ? [`${row.id}: may be called from other accounts`] : []),
  ];
}

/** Whether the role that API Gateway takes to call the function allows it. */
function invokerProblems(row: ManifestRow, service: CfnTemplate, isCallee: (value: CfnValue) => boolean): string[] {
  const named = (value: CfnValue): boolean =>
    isCallee(value) ||
    (value?.['Fn::Join']?.[1] ?? []).some((part: CfnValue) => typeof part === 'object' && isCallee(part));
  const callers = [
    ...ofType(service, 'AWS::ApiGatewayV2::Integration').map(([, { Properties }]) => ({
      uri: Properties['IntegrationUri'],
      role: Properties['CredentialsArn'],
    })),
    ...ofType(service, 'AWS::ApiGatewayV2::Authorizer').map(([, { Properties }]) => ({
      uri: Properties['AuthorizerUri'],
      role: Properties['AuthorizerCredentialsArn'],
    })),
  ].filter(({ uri }) => named(uri));
  const may = ({ role }: { role: CfnValue }) => {
    const { AssumeRolePolicyDocument, Policies } = service.Resources[role?.['Fn::GetAtt'][0]]?.Properties ?? {};
    return (
      JSON.stringify(AssumeRolePolicyDocument)?.includes('"Service":"apigateway.amazonaws.com"') &&
      Policies[0].PolicyDocument.Statement.every(
        ({ Action, Resource }: CfnValue) => Action === 'lambda:InvokeFunction' && [Resource].flat().some(isCallee),
      )
    );
  };
  if (callers.length === 0) return [`${row.id}: no API calls it`];
  return callers.every(may) ? [] : [`${row.id}: its API may not call it`];
}
