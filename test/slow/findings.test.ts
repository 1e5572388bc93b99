import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CfnGuardValidator } from '@cdklabs/cdk-validator-cfnguard';
import { CfnResource, Stack, Validations, type App } from 'aws-cdk-lib';
import { PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { acknowledgeFindings, acknowledgements, pathWithinStack, ruleIn } from '#infra/cloud/nag-acknowledgements.ts';
import { stages, type StageConfig } from '#infra/cloud/stage/config.ts';
import { build, synthesise } from '#test/programs/cdk/synthesise.ts';

interface Finding {
  rule: string;
  path: string;
}

const RULES = 'rules/control-tower/cfn-guard';
const NAME = 'ringback-production';
let findings: Finding[];
let reported: unknown[];

beforeAll(() => {
  // A pack leaves out what is acknowledged, so it gets a deployment in which nothing is.
  findings = packFindings(synthesise('production', { ...stages.production, languageModels: BEDROCK }).app);
  findings.push(...packFindings(synthesise('production', { ...stages.production, studio: 'api' }).app));
  const { app } = validated('production');
  const guard = guardOf(app);
  const validate = guard.validate.bind(guard);
  vi.spyOn(guard, 'validate').mockImplementation((context) => {
    const result = validate(context);
    // Copied before the synthesis takes out what is acknowledged.
    findings.push(...guardFindings(app, result));
    return result;
  });
  Validations.of(app).addPlugins(guard);
  reported = report(app);
});

const resourcesOf = (app: App) => app.node.findAll().filter((construct) => construct instanceof CfnResource);

/** With the rules about types that the templates have: the others would take nine tenths of the time. */
function guardOf(app: App): CfnGuardValidator {
  const types = resourcesOf(app).map(({ cfnResourceType }) => cfnResourceType);
  const folder = join(import.meta.dirname, '../../node_modules/@cdklabs/cdk-validator-cfnguard', RULES);
  const rules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.guard'));
  const isAbout = (rule: string) => {
    const named = new Set(readFileSync(join(folder, rule), 'utf8').match(/AWS::\w+::\w+/g));
    return types.some((type) => named.has(type));
  };
  const disabledRules = rules.filter((rule) => !isAbout(rule)).map((rule) => basename(rule, '.guard'));
  return new CfnGuardValidator({ disabledRules, maxBuffer: 64 * 1024 * 1024 });
}

const BEDROCK = { openai: true, bedrockRegion: 'us-east-1' };
/** The settings that add resources. */
const everything: Partial<StageConfig> = {
  accountConcurrency: 1000,
  warmThroughput: { readUnits: 40_000, writeUnits: 20_000 },
  domain: {
    api: 'calls.example.com',
    socket: 'voice.calls.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12345678-1234-1234-1234-123456789012',
    hostedZone: { id: 'Z1', name: 'example.com' },
  },
};

/** A deployment with every check of `npm run synth`, about to be synthesised. */
function validated(stage: 'dev' | 'production', changes: Partial<StageConfig> = { languageModels: BEDROCK }) {
  const built = build(stage, { ...stages[stage], ...changes }, true);
  acknowledgeFindings(built.app, built.name);
  Validations.of(built.app).addPlugins(new AwsSolutionsChecks(built.app), new ServerlessChecks(built.app));
  return built;
}

/** Everything that the synthesis finds, warnings included. */
function report(app: App): unknown[] {
  try {
    app.synth();
  } catch (error) {
    if (!String(error).includes('ERROR')) throw error;
  }
  const text = readFileSync(join(app.outdir, 'validation-report.json'), 'utf8');
  const { pluginReports } = JSON.parse(text) as { pluginReports: Array<{ violations: unknown[] }> };
  return pluginReports.flatMap(({ violations }) => violations);
}

function packFindings(app: App): Finding[] {
  return [new AwsSolutionsChecks(app), new ServerlessChecks(app)].flatMap((pack) =>
    pack
      .validateScope(app)
      .violations.flatMap(({ ruleName: rule, violatingResources }) =>
        violatingResources.map(({ constructPath = '' }) => ({ rule, path: pathWithinStack(constructPath) })),
      ),
  );
}

function guardFindings(app: App, { violations }: ReturnType<CfnGuardValidator['validate']>): Finding[] {
  const paths = new Map(
    resourcesOf(app).map((resource) => [logicalIdOf(resource), pathWithinStack(resource.node.path)]),
  );
  return violations.flatMap(({ ruleName, violatingResources }) =>
    violatingResources.map(({ resourceLogicalId }) => ({
      rule: `cdk-validator-cfnguard::${ruleName}`,
      path: paths.get(resourceLogicalId) ?? resourceLogicalId,
    })),
  );
}

const logicalIdOf = (resource: CfnResource): string => Stack.of(resource).resolve(resource.logicalId) as string;

describe('the findings of cdk-nag and cfn-guard', () => {
  it('are all acknowledged', () => {
    const open = findings.filter(
      ({ rule, path }) => !acknowledgements.some((known) => ruleIn(NAME, known) === rule && known.of.test(path)),
    );
    expect(open).toEqual([]);
  });

  it.each(acknowledgements)('still have $rule at $of, which is acknowledged with a reason', (known) => {
    const { of, reason } = known;
    expect(findings.some((finding) => finding.rule === ruleIn(NAME, known) && of.test(finding.path))).toBe(true);
    expect(reason).toMatch(/^[A-Z].{20,}\.$/);
  });
});

describe('the synthesis', () => {
  it('passes with the schemas of CloudFormation, the packs of cdk-nag and the rules of cfn-guard', () => {
    expect(reported).toEqual([]);
  });

  it.each([
    ['dev', 'dev', {}],
    ['production with domain names, reservations and warm throughput', 'production', everything],
    ['production with a studio that the API serves', 'production', { studio: 'api' }],
  ] as const)('of %s passes too', (_, stage, changes) => {
    expect(report(validated(stage, changes).app)).toEqual([]);
  });

  it('knows every type of resource, and reports a property that it does not have', () => {
    const { app } = validated('production', everything);
    const byType = new Map(resourcesOf(app).map((resource) => [resource.cfnResourceType, resource]));
    for (const resource of byType.values()) resource.addPropertyOverride('NoSuchProperty', 'seeded');
    const violations = report(app).map((violation) => JSON.stringify(violation));
    const unnoticed = [...byType].filter(
      ([, { node }]) => !violations.some((text) => text.includes('NoSuchProperty') && text.includes(`"${node.path}"`)),
    );
    expect(unnoticed.map(([type]) => type)).toEqual([]);
  });

  it('reports every fault of a template', () => {
    const faults: Record<string, [property: string, value: unknown]> = {
      'a value of the wrong kind': ['Timeout', 'soon'],
      'a value that is not allowed': ['Architectures', ['m68k']],
      'an unknown property': ['Timeuot', 3],
      'a deprecated runtime': ['Runtime', 'nodejs18.x'],
      'a missing property': ['Role', undefined],
    };
    const { app, service } = validated('dev');
    const functions = service.node.findAll().filter((construct) => construct instanceof CfnFunction);
    // A function of its own for every fault.
    const broken = Object.entries(faults).map(([fault, [property, value]], index) => {
      const fn = functions[index]!;
      if (value === undefined) fn.addPropertyDeletionOverride(property);
      else fn.addPropertyOverride(property, value);
      return { fault, path: fn.node.path };
    });
    const violations = report(app).map((violation) => JSON.stringify(violation));
    for (const { fault, path } of broken) {
      expect(
        violations.filter((violation) => violation.includes(`"${path}"`)),
        fault,
      ).not.toEqual([]);
    }
  });

  it('fails with a finding that is not acknowledged', () => {
    const { app, service } = validated('dev');
    const role = service.node.findAll().find((construct) => construct instanceof Role);
    role!.addToPolicy(new PolicyStatement({ actions: ['dynamodb:*'], resources: ['*'] }));
    expect(() => app.synth()).toThrow('wildcard permissions');
  });
});
