import { isStageName, stages, type StageConfig, type StageName } from '#infra/cloud/stage/config.ts';
import { OperatorError } from '#shared/platform/errors.ts';

export interface DeployArguments {
  isDryRun: boolean;
  stage: StageName;
  /** The profile of the AWS credentials. */
  profile: string | undefined;
  /** The arguments for `cdk deploy`. */
  rest: string[];
}

/** Options that npm takes for its own where `--` is missing, as it names them to its scripts. */
const TAKEN_BY_NPM = ['dry_run', 'call', 'stage', 'context', 'profile', 'parameters'];

/**
 * Reads `npm run deploy -- [--dry-run] -c stage=production …`.
 * @throws OperatorError for a stage that does not exist, and for mistakes that npm and cdk ignore: they would deploy `dev`
 */
export function readDeployArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): DeployArguments {
  if (TAKEN_BY_NPM.some((name) => env[`npm_config_${name}`])) {
    throw new OperatorError('put -- before the options: npm run deploy -- --dry-run -c stage=production');
  }
  refuseMistakes(argv);
  const rest = argv.filter((argument) => argument !== '--dry-run');
  const stage = rest.map(stageIn).findLast((name) => name !== undefined) ?? 'dev';
  if (!isStageName(stage)) throw new OperatorError(`stage must be one of ${Object.keys(stages).join(', ')}`);
  refuseCloudFront(stage, env);
  return { isDryRun: rest.length < argv.length, stage, profile: profileIn(rest), rest };
}

/** Partitions without CloudFront, by the beginning of a region. The last stack of the deployment would fail. */
function refuseCloudFront(stage: StageName, env: Readonly<Record<string, string | undefined>>): void {
  const region = env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'] ?? '';
  const config: StageConfig = stages[stage];
  if (!/^(?:us-gov|cn)-/.test(region) || config.studio !== 'cloudfront') return;
  throw new OperatorError(`${region} has no CloudFront: set studio: 'api' or studio: false of ${stage} in config.ts`);
}

function refuseMistakes(argv: readonly string[]): void {
  for (const [index, argument] of argv.entries()) {
    if (/^--?dry/.test(argument) && argument !== '--dry-run') {
      throw new OperatorError(`unknown option ${argument}: use --dry-run`);
    }
    if (/^--?stage/.test(argument)) throw new OperatorError(`unknown option ${argument}: use -c stage=…`);
    if (argument.startsWith('stage=') && !['-c', '--context'].includes(argv[index - 1] ?? '')) {
      throw new OperatorError(`put -c before ${argument}`);
    }
  }
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
