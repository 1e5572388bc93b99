import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localConfig } from '#infra/local/aws/queues/queue-emulator.ts';
import type { Assembly } from '#infra/local/synthesised/assembly.ts';
import { sourceOfAssembly } from '#infra/local/synthesised/template-source.ts';
import { callAgain, runEveryFlow } from '#test/slow/grants/every-flow.ts';
import { grantedActs, unusedGrants } from '#test/slow/grants/granted-acts.ts';
import { rarelyUsed } from '#test/slow/grants/rarely-used.ts';
import { useLocalStack } from '#test/support/local-stack.ts';
import { synthesisedAssembly } from '#test/support/synthesised-assembly.ts';

// With every provider of language models, whose servers are not there: what is asked of them is what counts.
const config = { ...localConfig, languageModels: { openai: true, bedrockRegion: 'us-east-1', rehearsal: true } };
// And with a rate limit that no token reaches.
const developer = {
  OPENAI_API_KEY: 'none',
  OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
  RATE_LIMIT_PER_MINUTE: '60000',
  RATE_LIMIT_BURST: '60000',
};
const LIMIT_MS = 1_200_000;
/** The limits of Lambda end what hangs; here they would end what a busy machine is slow at. */
const SLOWNESS = 20;
/** The calls are made again where such a machine has kept customers and assistants from talking. */
const ROUNDS = 3;

let assembly: Assembly;
const closers = new AsyncDisposableStack();
const running = useLocalStack(async () => {
  assembly = withoutHurry(await synthesisedAssembly({ config }));
  return { source: sourceOfAssembly(assembly), workers: false, simulatorSpeed: 40, developer };
});

function withoutHurry(synthesised: Assembly): Assembly {
  const resources = [...synthesised.templates.values()].flatMap(({ Resources }) => Object.values(Resources));
  for (const { Type, Properties } of resources) {
    if (Type === 'AWS::Lambda::Function') Properties['Timeout'] = Number(Properties['Timeout']) * SLOWNESS;
  }
  return synthesised;
}

beforeAll(async () => {
  const { runtime } = running().stack;
  const invoke = runtime.invoke.bind(runtime);
  runtime.invoke = (row, ...event) => invoke({ ...row, timeoutSeconds: row.timeoutSeconds * SLOWNESS }, ...event);
  await runEveryFlow(running(), closers);
  for (let round = 0; round < ROUNDS && unexplained().length > 0; round += 1) await callAgain(running());
}, LIMIT_MS);
afterAll(() => closers.disposeAsync());

function unexplained(): string[] {
  const unused = unusedGrants(grantedActs(assembly), running().stack.functions.asked());
  return unused.filter((grant) => !rarelyUsed.some(({ grants }) => grants.includes(grant)));
}

describe('the roles of the functions, after everything that they do', () => {
  it('have refused nothing', () => {
    expect(running().stack.functions.refused()).toEqual([]);
  });

  it('allow nothing that was never used, but for what is listed with its reason', () => {
    expect(unexplained()).toEqual([]);
  });

  it('still allow what is listed', () => {
    const granted = unusedGrants(grantedActs(assembly), []);
    const gone = rarelyUsed.flatMap(({ grants }) => grants).filter((grant) => !granted.includes(grant));
    expect(gone).toEqual([]);
  });
});

describe('the record of what the functions did', () => {
  it('misses what was not done', () => {
    const granted = grantedActs(assembly);
    const asked = running()
      .stack.functions.asked()
      .filter(({ by, action }) => by !== 'calls/make-call' || action !== 'sqs:SendMessage');
    expect(unusedGrants(granted, asked)).toContain('calls/make-call sqs:SendMessage dial-calls');
  });
});
