import { describe, expect, it } from 'vitest';
import { StackError } from '#infra/local/address/stack-error.ts';
import { startDynamoDbEmulator } from '#infra/local/aws/table/dynamodb-emulator.ts';
import { chooseEngine, type Machine, thisMachine } from '#infra/local/aws/table/dynamodb-engine.ts';

const host = '127.83.2.9';
const wanted = { host, port: 8123, databaseFile: undefined };
const kept = { host, port: 8123, databaseFile: '/home/ada/.data/table.db' };

/** A machine without anything, unless said otherwise. */
function machine(changes: Partial<Machine> & { programs?: string[] } = {}): Machine {
  const { programs = [], ...rest } = changes;
  return {
    name: 'darwin-arm64',
    environment: {},
    findBinary: () => undefined,
    exists: (path) => path === '/opt/dynamodb/DynamoDBLocal.jar',
    runs: (command) => programs.includes(command),
    ...rest,
  };
}

const others = ['darwin-arm64', 'darwin-x64', 'win32-x64', 'linux-arm64'];

describe('the emulator of DynamoDB', () => {
  it('is the program that npm has installed, on a machine for which there is one', () => {
    const { kind, args } = chooseEngine(thisMachine(), kept);
    expect(kind).toBe('dynoxide');
    expect(args).toEqual(['serve', '--host', host, '--port', '8123', '--db-path', '/home/ada/.data/table.db']);
  });

  it.each(others)('on %s without Java and Docker is nowhere, and one message says what helps', (name) => {
    const choose = () => chooseEngine({ ...machine({ name }), findBinary: thisMachine().findBinary }, wanted);
    expect(choose).toThrow(StackError);
    for (const part of [name, 'start Docker', 'DYNAMODB_LOCAL=', 'AWS_ENDPOINT_URL_DYNAMODB=', 'https://']) {
      expect(choose).toThrow(part);
    }
  });

  it('is that message for a caller who starts it', async () => {
    await expect(startDynamoDbEmulator(undefined, machine())).rejects.toThrow('has no program for darwin-arm64');
  });

  it('is DynamoDB Local by Java where its folder is named', () => {
    const environment = { DYNAMODB_LOCAL: '/opt/dynamodb' };
    const { kind, command, args } = chooseEngine(machine({ environment, programs: ['java', 'docker'] }), kept);
    expect([kind, command]).toEqual(['java', 'java']);
    expect(args.join(' ')).toBe(
      '-Djava.library.path=/opt/dynamodb/DynamoDBLocal_lib -jar /opt/dynamodb/DynamoDBLocal.jar -port 8123 -cors http://localhost -sharedDb -dbPath /home/ada/.data/dynamodb-local',
    );
  });

  it.each([
    ['/elsewhere', ['java'], 'DynamoDBLocal.jar does not exist'],
    ['/opt/dynamodb', [], 'needs Java 17'],
  ])('by Java fails with what is missing: %s %j', (folder, programs, problem) => {
    const environment = { DYNAMODB_LOCAL: folder };
    expect(() => chooseEngine(machine({ environment, programs }), wanted)).toThrow(problem);
  });

  it.each([
    { name: 'in memory', data: wanted, inside: '-cors http://localhost -sharedDb -inMemory' },
    { name: 'with a volume', data: kept, inside: '-cors http://localhost -sharedDb -dbPath /data' },
  ])('is DynamoDB Local by Docker where that runs: $name', ({ data, inside }) => {
    const { kind, command, args } = chooseEngine(machine({ programs: ['docker'] }), data);
    expect([kind, command]).toEqual(['docker', 'docker']);
    const line = args.join(' ');
    expect(line).toContain('--publish 127.83.2.9:8123:8000');
    expect(line).toContain('DDB_LOCAL_TELEMETRY=0');
    expect(line.endsWith(inside)).toBe(true);
    expect(line.includes('/home/ada/.data/dynamodb-local:/data')).toBe(data === kept);
  });
});
