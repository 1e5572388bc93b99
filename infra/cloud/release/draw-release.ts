import { synthesiseStacks } from '#infra/cloud/deploy/synthesise-stacks.ts';
import { releaseFacts, type ReleaseFacts } from '#infra/cloud/release/release-facts.ts';
import { stages, type StageConfig } from '#infra/cloud/stage/config.ts';

const domain = {
  api: 'calls.example.com',
  socket: 'voice.calls.example.com',
  certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/1',
  hostedZone: { id: 'Z1', name: 'example.com' },
};

/** The deployments whose facts are stored with a release. Those of the stage `rehearsal` have the templates of `dev`. */
export const deployments: Readonly<Record<string, { stage: string; config: StageConfig }>> = {
  dev: { stage: 'dev', config: stages.dev },
  production: { stage: 'production', config: stages.production },
  'production-domain': { stage: 'production', config: { ...stages.production, domain } },
};

/** The facts of this checkout, by the names of `deployments`. */
export async function drawRelease(): Promise<Record<string, ReleaseFacts>> {
  const facts = Object.entries(deployments).map(
    async ([name, { stage, config }]) => [name, releaseFacts(await synthesiseStacks(stage, config))] as const,
  );
  return Object.fromEntries(await Promise.all(facts));
}
