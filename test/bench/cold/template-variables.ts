import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { addRingback } from '#infra/cloud/stacks/add-ringback.ts';
import { stages } from '#infra/cloud/stage/config.ts';

interface FunctionResource {
  Type: string;
  Properties: { Description?: string; Environment?: { Variables?: Record<string, unknown> } };
}

/** What AWS would fill in. */
const URL_NAME = /_URL$/;

/** The variables of each function in the template of production, and those that Lambda sets. */
export async function templateVariables() {
  const folder = await mkdtemp(join(tmpdir(), 'cold-template-'));
  try {
    const code = join(folder, 'code');
    await mkdir(code);
    await writeFile(join(code, 'index.mjs'), 'export const handler = () => undefined;\n');
    const app = new App({ outdir: join(folder, 'out') });
    const { stacks } = addRingback(app, { stage: 'production', config: stages.production, codeFolderOf: () => code });
    const assembly = app.synth();
    const resources = stacks.flatMap(({ stackName }) => {
      const template = assembly.getStackByName(stackName).template as { Resources: Record<string, FunctionResource> };
      return Object.values(template.Resources);
    });
    const functions = resources.filter(({ Type }) => Type === 'AWS::Lambda::Function');
    const variables = new Map(
      functions.map(({ Properties }) => [Properties.Description ?? '', Properties.Environment?.Variables ?? {}]),
    );
    return (functionId: string | undefined, awsUrl: string): Record<string, string> => {
      const own = Object.entries(variables.get(functionId ?? '') ?? {});
      const filled = own.map(([name, value]) => [name, fill(name, value, awsUrl)]);
      return { ...(Object.fromEntries(filled) as Record<string, string>), ...ofLambda };
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const ofLambda = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'bench', AWS_SECRET_ACCESS_KEY: 'bench' };

function fill(name: string, value: unknown, awsUrl: string): string {
  if (typeof value === 'string' && value !== '') return value;
  if (name === 'TWILIO_ACCOUNT_SID') return `AC${'0'.repeat(32)}`;
  if (name.endsWith('_QUEUE_URL')) return `${awsUrl}/0/queue`;
  return URL_NAME.test(name) ? 'https://bench.example.com' : 'bench';
}
