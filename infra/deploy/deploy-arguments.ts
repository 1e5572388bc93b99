import { isStageName, stages, type StageName } from '#infra/config.ts';

export interface DeployArguments {
  isDryRun: boolean;
  stage: StageName;
  /** The profile of the AWS credentials. */
  profile: string | undefined;
  /** The arguments for `cdk deploy`. */
  rest: string[];
}

/** Reads `npm run deploy -- [--dry-run] -c stage=production …`. @throws for a stage that does not exist */
export function readDeployArguments(argv: readonly string[]): DeployArguments {
  const rest = argv.filter((argument) => argument !== '--dry-run');
  const stage = rest.map(stageIn).findLast((name) => name !== undefined) ?? 'dev';
  if (!isStageName(stage)) throw new Error(`stage must be one of ${Object.keys(stages).join(', ')}`);
  return { isDryRun: rest.length < argv.length, stage, profile: profileIn(rest), rest };
}

/** The value of a context argument: `stage=production` after `-c`, or both in one. */
function stageIn(argument: string): string | undefined {
  return /^(?:-c=?|--context=)?stage=(?<stage>.+)$/.exec(argument)?.groups?.['stage'];
}

/** The value of `--profile name` or `--profile=name`. */
function profileIn(argv: readonly string[]): string | undefined {
  const at = argv.findLastIndex((argument) => /^--profile(?:=|$)/.test(argument));
  const [, value] = argv[at]?.split('=') ?? [];
  return at < 0 ? undefined : (value ?? argv[at + 1]);
}
