import { describe, expect, it } from 'vitest';
import { rehearsalNote } from '#infra/local/address/rehearsal-note.ts';
import { setEnvironment, stackEnvironment } from '#infra/local/compose/stack-environment.ts';
import { openaiKey } from '#infra/local/models/model-key.ts';
import { models } from '#shared/container.ts';

const environmentOf = (developer: Record<string, string>) =>
  stackEnvironment({
    port: 3000,
    dynamoDbEndpoint: 'http://127.0.0.1:8000',
    queues: {
      endpoint: 'http://127.0.0.1:9000',
      queueUrl: (queue) => `http://127.0.0.1:9000/0/${queue}`,
      deadLetterQueueUrl: (queue) => `http://127.0.0.1:9000/0/${queue}-dead`,
      count: () => 0,
      bodies: () => [],
      stop: async () => undefined,
    },
    queueNames: ['dial-calls'],
    simulatorUrl: 'http://127.0.0.1:7000',
    simulatorSpeed: 20,
    accounts: [],
    secretsFile: '/data/secrets.json',
    developer,
  });

describe('the environment of the functions', () => {
  it.each([
    { developer: {}, enabled: 'false', key: undefined },
    { developer: { OPENAI_API_KEY: '' }, enabled: 'false', key: undefined },
    { developer: { OPENAI_API_KEY: 'sk-1' }, enabled: 'true', key: 'sk-1' },
    { developer: { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' }, enabled: 'true', key: 'none' },
  ])('has OpenAI enabled: $enabled for $developer', ({ developer, enabled, key }) => {
    const named = { ...developer } as Record<string, string>;
    expect(environmentOf(named)['OPENAI_ENABLED']).toBe(enabled);
    expect(openaiKey(named)).toBe(key);
  });

  it.each([
    { developer: {}, region: undefined, accessKey: 'local' },
    { developer: { AWS_REGION: 'eu-west-1' }, region: undefined, accessKey: 'local' },
    { developer: { AWS_ACCESS_KEY_ID: 'local', AWS_REGION: 'eu-west-1' }, region: undefined, accessKey: 'local' },
    { developer: { AWS_ACCESS_KEY_ID: 'AKIA1', AWS_REGION: 'eu-west-1' }, region: 'eu-west-1', accessKey: undefined },
    { developer: { AWS_PROFILE: 'work', AWS_REGION: 'eu-west-1' }, region: 'eu-west-1', accessKey: undefined },
    { developer: { AWS_PROFILE: 'work' }, region: undefined, accessKey: 'local' },
  ])('uses Bedrock in $region with $developer', ({ developer, region, accessKey }) => {
    const environment = environmentOf({ ...developer } as Record<string, string>);
    expect(environment['BEDROCK_REGION']).toBe(region);
    expect(environment['AWS_ACCESS_KEY_ID']).toBe(accessKey);
    expect(environment['AWS_REGION']).toBe(region ?? 'us-east-1');
  });

  it.each([
    { developer: {}, note: /in place of every text model of OpenAI and Amazon Bedrock/ },
    { developer: { OPENAI_API_KEY: 'sk-1' }, note: /of Amazon Bedrock\./ },
    { developer: { OPENAI_API_KEY: 'sk-1', AWS_PROFILE: 'work', AWS_REGION: 'eu-west-1' }, note: /^$/ },
  ])('lets the rehearsal model speak with $developer, and the stack says so', ({ developer, note }) => {
    const restore = setEnvironment({
      BEDROCK_REGION: '',
      ...environmentOf({ ...developer } as Record<string, string>),
    });
    const said = rehearsalNote(models().access);
    restore();
    expect(said ?? '').toMatch(note);
  });

  it('is taken back when the stack stops', () => {
    const restore = setEnvironment({ RINGBACK_TEST: 'here', PATH: 'nowhere' });
    expect(process.env['RINGBACK_TEST']).toBe('here');
    restore();
    expect(process.env['RINGBACK_TEST']).toBeUndefined();
    expect(process.env['PATH']).not.toBe('nowhere');
  });
});
