import { parseArgs } from 'node:util';
import { BadInput } from '#infra/local/rehearsal/load-rehearsal.ts';

const USAGE = `npm run rehearse -- <file.yaml>… [options]

  --parallel <n>    parallel calls, default 4
  --speed <n>       call seconds per second, default 20; --stack uses the speed of that stack
  --stack [folder]  on the local stack that runs with this data folder, default .data, instead of one of its own
  --junit <file>    the results for a CI system`;

interface Options {
  files: string[];
  parallel: number;
  speed: number;
  /** The data folder of a stack that runs. */
  stack: string | undefined;
  junit: string | undefined;
}

/** @throws BadInput */
export function readOptions(args: string[]): Options {
  const { positionals, values } = parse(args);
  if (positionals.length === 0) throw new BadInput(`no file is named\n\n${USAGE}`);
  return {
    files: positionals,
    parallel: whole('parallel', values.parallel, 1, 50),
    speed: whole('speed', values.speed, 1, 200),
    stack: values.stack,
    junit: values.junit,
  };
}

function parse(args: string[]) {
  // `--stack` may stand alone.
  const given = args.flatMap((arg, index) => {
    const next = args[index + 1];
    const isBare = arg === '--stack' && (next === undefined || next.startsWith('-') || /\.ya?ml$/.test(next));
    return isBare ? ['--stack', '.data'] : [arg];
  });
  try {
    return parseArgs({
      args: given,
      allowPositionals: true,
      options: {
        parallel: { type: 'string', default: '4' },
        speed: { type: 'string', default: '20' },
        stack: { type: 'string' },
        junit: { type: 'string' },
      },
    });
  } catch (error) {
    throw new BadInput(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

function whole(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new BadInput(`--${name} must be a whole number from ${least} to ${most}, not ${text}`);
}
