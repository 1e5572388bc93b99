import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CfnResource, Stack, Validations, type App } from 'aws-cdk-lib';
import { PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnGuardValidator } from '@cdklabs/cdk-validator-cfnguard';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { beforeAll, describe, expect, it } from 'vitest';
import { stages } from '#infra/config.ts';
import { acknowledgeFindings, acknowledgements, pathWithinStack, ruleIn } from '#infra/nag-acknowledgements.ts';
import { build, synthesise, type Synthesised } from '#test/support/cdk/synthesise.ts';

interface Finding {
  rule: string;
  path: string;
}

const guard = () => new CfnGuardValidator({ maxBuffer: 64 * 1024 * 1024 });
const NAME = 'ringback-production';
let findings: Finding[];

beforeAll(() => {
  const production = synthesise('production');
  findings = [...packFindings(production.app), ...guardFindings(production)];
});

function packFindings(app: App): Finding[] {
  return [new AwsSolutionsChecks(app), new ServerlessChecks(app)].flatMap((pack) =>
    pack
      .validateScope(app)
      .violations.flatMap(({ ruleName: rule, violatingResources }) =>
        violatingResources.map(({ constructPath = '' }) => ({ rule, path: pathWithinStack(constructPath) })),
      ),
  );
}

function guardFindings({ app, name }: Synthesised): Finding[] {
  const templatePaths = [name, `${name}-data`].map((stack) => join(app.outdir, `${stack}.template.json`));
  const { violations } = guard().validate({ templatePaths, appConstruct: app });
  const resources = app.node.findAll().filter((construct) => construct instanceof CfnResource);
  const paths = new Map(resources.map((resource) => [logicalIdOf(resource), pathWithinStack(resource.node.path)]));
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
  const validated = (stage: 'dev' | 'production') => {
    const built = build(
      stage,
      { ...stages[stage], languageModels: { openai: true, bedrockRegion: 'us-east-1' } },
      true,
    );
    acknowledgeFindings(built.app);
    Validations.of(built.app).addPlugins(new AwsSolutionsChecks(built.app), new ServerlessChecks(built.app));
    return built;
  };

  /** Everything that was found, warnings included. */
  const report = (app: App): unknown[] => {
    try {
      app.synth();
    } catch (error) {
      expect(String(error)).toContain('ERROR');
    }
    const text = readFileSync(join(app.outdir, 'validation-report.json'), 'utf8');
    const { pluginReports } = JSON.parse(text) as { pluginReports: Array<{ violations: unknown[] }> };
    return pluginReports.flatMap(({ violations }) => violations);
  };

  it('passes with the schemas of CloudFormation, the packs of cdk-nag and the rules of cfn-guard', () => {
    const { app } = validated('production');
    Validations.of(app).addPlugins(guard());
    expect(report(app)).toEqual([]);
  });

  it('of dev passes too', () => {
    expect(report(validated('dev').app)).toEqual([]);
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
