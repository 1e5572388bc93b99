import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { Machine, RunningFunctions, ServiceSource } from '#infra/local/source/service-source.ts';
import { type Assembly, readAssembly } from '#infra/local/synthesised/assembly.ts';
import { startAwsGate } from '#infra/local/synthesised/aws-gate.ts';
import { deployedResources, type DeployedResources } from '#infra/local/synthesised/deployed-resources.ts';
import { allows } from '#infra/local/synthesised/policy.ts';
import { type DeployedFunction, readFunctions } from '#infra/local/synthesised/read-functions.ts';
import { readQueueSettings } from '#infra/local/synthesised/read-queues.ts';
import { readRows } from '#infra/local/synthesised/read-rows.ts';
import {
  addressesOnMachine,
  type StartedFunction,
  startFunction,
  variablesOnMachine,
} from '#infra/local/synthesised/start-function.ts';

/** The service as `cdk synth` has written it to this folder. */
export async function sourceOfTemplate(folder: string): Promise<ServiceSource> {
  return sourceOfAssembly(await readAssembly(folder));
}

/**
 * The service as it would be deployed: each bundle in its own thread, with the variables and the role of the template, and
 * the routes, queues, schedules and the table of the template. Nothing is added to the template.
 */
export function sourceOfAssembly(assembly: Assembly): ServiceSource {
  const resources = deployedResources(assembly);
  const functions = readFunctions(resources, assembly);
  const settings = readQueueSettings(resources);
  const rows = readRows(resources, functions);
  return {
    rows,
    // A thread starts in a fraction of a second, which is several simulated seconds.
    toLoadFirst: rows.filter(({ kind }) => ['carrier', 'queue', 'socket'].includes(kind)),
    table: readTable(resources),
    settingsOf({ queue }) {
      const found = settings.get(queue);
      if (!found) throw new Error(`the template has no queue ${queue}`);
      return found;
    },
    start: (machine) => start(machine, functions),
  };
}

async function start(machine: Machine, functions: readonly DeployedFunction[]): Promise<RunningFunctions> {
  const byName = new Map(functions.map((fn) => [fn.name, fn]));
  const gate = await startAwsGate({
    judge(accessKeyId, act) {
      const fn = byName.get(accessKeyId);
      return { by: fn?.id ?? accessKeyId, isAllowed: fn !== undefined && allows(fn.statements, act) };
    },
    dynamoDb: machine.dynamoDbEndpoint,
    sqsAndS3: machine.sqsEndpoint,
    management: machine.managementOrigin,
    secret: (id, stage) => readSecret(machine.secretsFile, id, stage),
  });
  const onMachine = addressesOnMachine(machine.origin, gate.url);
  const started = new Map<string, StartedFunction>();
  return {
    async load({ id }) {
      const fn = functions.find((candidate) => candidate.id === id);
      if (!fn) throw new Error(`the template has no function ${id}`);
      const running = await startFunction(fn, variablesOnMachine(fn, machine, gate.url, onMachine));
      started.set(id, running);
      return running.handler;
    },
    asked: () => gate.asked(),
    refused: () => gate.refused(),
    async stop() {
      await Promise.all([...started.values()].map((running) => running.stop()));
      await gate.stop();
    },
  };
}

const SecretsFile = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** The name in Secrets Manager is `ringback/dev/twilio-auth-token`; the secrets file has the last part. */
async function readSecret(file: string, id: string, stage: string): Promise<string | undefined> {
  const name = id.slice(id.lastIndexOf('/') + 1);
  return v.parse(SecretsFile, await readFile(file, 'utf8'))[stage === 'AWSPREVIOUS' ? `${name}:previous` : name];
}

const Table = v.object({
  KeySchema: v.tuple([
    v.object({ AttributeName: v.string(), KeyType: v.literal('HASH') }),
    v.object({ AttributeName: v.string(), KeyType: v.literal('RANGE') }),
  ]),
  AttributeDefinitions: v.array(v.object({ AttributeName: v.string(), AttributeType: v.literal('S') })),
  TimeToLiveSpecification: v.object({ AttributeName: v.string(), Enabled: v.literal(true) }),
});

/** The one table, whose keys are texts. */
function readTable(resources: DeployedResources) {
  const [table, ...others] = resources.ofType('AWS::DynamoDB::GlobalTable', Table);
  if (!table || others.length > 0) throw new Error('the template has no table, or several');
  const [{ AttributeName: partitionKey }, { AttributeName: sortKey }] = table.properties.KeySchema;
  return { partitionKey, sortKey, timeToLive: table.properties.TimeToLiveSpecification.AttributeName };
}
