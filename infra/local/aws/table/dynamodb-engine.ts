import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StackError } from '#infra/local/address/stack-error.ts';

/** What the choice of the DynamoDB emulator depends on. */
export interface Machine {
  /** `linux-x64`, `darwin-arm64` … */
  name: string;
  environment: Record<string, string | undefined>;
  /** The path of the emulator that npm has installed for a machine of this name. */
  findBinary(name: string): string | undefined;
  exists(path: string): boolean;
  /** Whether the command ends without an error. */
  runs(command: string, ...args: string[]): boolean;
}

export interface Engine {
  kind: 'dynoxide' | 'java' | 'docker';
  command: string;
  args: string[];
  /** Docker may have to download the image. */
  startLimitSeconds: number;
}

interface Wanted {
  /** A loopback address. DynamoDB Local by Java listens on all addresses, this one among them. */
  host: string;
  port: number;
  /** A file that outlives the emulator. Undefined: in memory. DynamoDB Local has a folder of this name beside it. */
  databaseFile: string | undefined;
}

const DOWNLOAD =
  'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.DownloadingAndRunning.html';
const IMAGE = 'amazon/dynamodb-local:3.3.1';
const JAR = 'DynamoDBLocal.jar';
/** Without a list, pages of every site may read the answers. */
const SHARED = ['-cors', 'http://localhost', '-sharedDb'];

/**
 * The emulator that npm has installed. On other machines: DynamoDB Local by Java or by Docker.
 * Options of DynamoDB Local: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.UsageNotes.html
 * @throws StackError that says what helps
 */
export function chooseEngine(machine: Machine, wanted: Wanted): Engine {
  const binary = machine.findBinary(machine.name);
  if (binary !== undefined) return dynoxide(binary, wanted);
  const folder = machine.environment['DYNAMODB_LOCAL'];
  if (folder) return byJava(folder, machine, wanted);
  if (machine.runs('docker', 'info')) return byDocker(wanted);
  throw new StackError(advice(machine.name));
}

function dynoxide(binary: string, { host, port, databaseFile }: Wanted): Engine {
  const file = databaseFile === undefined ? [] : ['--db-path', databaseFile];
  const args = ['serve', '--host', host, '--port', String(port), ...file];
  return { kind: 'dynoxide', command: binary, args, startLimitSeconds: 30 };
}

function byJava(folder: string, machine: Machine, wanted: Wanted): Engine {
  const jar = join(folder, JAR);
  if (!machine.exists(jar)) throw new StackError(`DYNAMODB_LOCAL: ${jar} does not exist. Download: ${DOWNLOAD}`);
  if (!machine.runs('java', '-version')) throw new StackError('DYNAMODB_LOCAL needs Java 17 or newer on the PATH');
  const args = [`-Djava.library.path=${join(folder, 'DynamoDBLocal_lib')}`, '-jar', jar, '-port', String(wanted.port)];
  const data = wanted.databaseFile === undefined ? ['-inMemory'] : ['-dbPath', dataFolder(wanted.databaseFile)];
  return { kind: 'java', command: 'java', args: [...args, ...SHARED, ...data], startLimitSeconds: 60 };
}

function byDocker({ host, port, databaseFile }: Wanted): Engine {
  const volume = databaseFile === undefined ? [] : ['--volume', `${dataFolder(databaseFile)}:/data`, '--user', 'root'];
  const data = databaseFile === undefined ? ['-inMemory'] : ['-dbPath', '/data'];
  const run = ['run', '--rm', '--init', '--publish', `${host}:${port}:8000`, '--env', 'DDB_LOCAL_TELEMETRY=0'];
  const args = [...run, ...volume, IMAGE, '-jar', JAR, ...SHARED, ...data];
  return { kind: 'docker', command: 'docker', args, startLimitSeconds: 300 };
}

/** DynamoDB Local names its file itself: `shared-local-instance.db`. */
export const dataFolder = (databaseFile: string) => join(dirname(databaseFile), 'dynamodb-local');

function advice(name: string): string {
  return `the built-in database has no program for ${name}. One of these helps:

  start Docker, and npm start again: it runs ${IMAGE}
  DYNAMODB_LOCAL=<folder> npm start            the folder of ${JAR}; Java 17
  AWS_ENDPOINT_URL_DYNAMODB=<url> npm start    a DynamoDB Local that runs already

DynamoDB Local: ${DOWNLOAD}`;
}

/** The machine that this runs on. */
export function thisMachine(): Machine {
  return {
    name: `${process.platform}-${process.arch}`,
    environment: process.env,
    exists: existsSync,
    findBinary(name) {
      try {
        return createRequire(import.meta.url).resolve(`@dynoxide/${name}/dynoxide`);
      } catch {
        return undefined;
      }
    },
    runs(command, ...args) {
      try {
        execFileSync(command, args, { stdio: 'ignore', timeout: 10_000 });
        return true;
      } catch {
        return false;
      }
    },
  };
}
