import { describe, expect, it } from 'vitest';
import { compareReleases } from '#infra/cloud/release/compare-releases.ts';
import type { ReleaseFacts, ResourceFacts } from '#infra/cloud/release/release-facts.ts';
import { readRelease } from '#infra/cloud/release/stored-releases.ts';

const { production: deployed } = readRelease('0.1.0');
const DATA = 'ringback-production-data';
const SERVICE = 'ringback-production';

/** The resource of a type whose key contains the text. */
function find(facts: ReleaseFacts, stack: string, type: string, text: string): [id: string, facts: ResourceFacts] {
  const found = Object.entries(facts.resources[stack]![type]!).find(([, { key = '' }]) => key.includes(text));
  return found ?? expect.unreachable(`${type} ${text}`);
}

/** The facts with a resource that is changed, moved or, without a change, removed. */
function changed(
  [stack, type, text]: readonly [string, string, string],
  change?: (facts: ResourceFacts) => ResourceFacts,
  to = stack,
  newId?: string,
) {
  const next = structuredClone(deployed!);
  const [id, facts] = find(next, stack, type, text);
  delete next.resources[stack]![type]![id];
  if (!change) return next;
  next.resources[to]![type] ??= {};
  next.resources[to]![type][newId ?? id] = change(facts);
  return next;
}

const table = [DATA, 'AWS::DynamoDB::GlobalTable', 'ringback-production'] as const;
const recordings = [DATA, 'AWS::S3::Bucket', 'recordings'] as const;
const queue = [SERVICE, 'AWS::SQS::Queue', 'finish-call'] as const;
const secret = [DATA, 'AWS::SecretsManager::Secret', 'webhook-signing-key'] as const;
const route = [SERVICE, 'AWS::ApiGatewayV2::Route', 'POST /api/user/make_call'] as const;
const mapping = [SERVICE, 'AWS::Lambda::EventSourceMapping', ''] as const;
const alarm = ['ringback-production-monitoring', 'AWS::CloudWatch::Alarm', ''] as const;
const same = (facts: ResourceFacts) => facts;
const renamed = (facts: ResourceFacts) => ({ ...facts, key: `${facts.key}-2` });
const otherwise = (facts: ResourceFacts) => ({ ...facts, fixed: { ...facts.fixed, KeySchema: 'another' } });

describe('a release that changes what is deployed', () => {
  it.each([
    ['renames the table', changed(table, renamed), 'lost', /is replaced without all data/],
    ['gives the table another key', changed(table, otherwise), 'lost', /is replaced without all data/],
    ['renames the bucket', changed(recordings, renamed), 'lost', /is replaced without its files/],
    ['removes a queue', changed(queue), 'lost', /is removed with the messages in it/],
    ['makes a queue first-in-first-out', changed(queue, otherwise), 'lost', /is replaced without the messages/],
    ['removes a secret that is retained', changed(secret), 'stays', /stays: it cannot be created again/],
    ['gives a secret another id', changed(secret, same, DATA, 'Other'), 'taken', /moves from .* to .* Other$/],
    ['moves a secret to another stack', changed(secret, same, SERVICE), 'taken', /moves from .*-data .* to ringback/],
    ['gives a route another id', changed(route, same, SERVICE, 'Other'), 'taken', /moves/],
    ['gives a mapping another id', changed(mapping, same, SERVICE, 'Other'), 'taken', /moves/],
    ['replaces an alarm under its name', changed(alarm, otherwise), 'taken', /is replaced under its own name/],
  ] as const)('%s: red', (_, next, rule, text) => {
    const problems = compareReleases(deployed!, next);
    expect(problems).toContainEqual(expect.objectContaining({ rule, text: expect.stringMatching(text) }));
  });

  it('needs another parameter: red', () => {
    const next = { ...deployed!, required: [...deployed!.required, `${SERVICE}:Other`] };
    expect(compareReleases(deployed!, next)).toMatchObject([{ rule: 'parameter', what: `${SERVICE}:Other` }]);
  });

  it('changes nothing: green', () => {
    expect(compareReleases(deployed!, structuredClone(deployed!))).toEqual([]);
  });
});

it.each(Object.values(deployed!.imports).flat())(
  'the export %s is neither removed nor changed while it is in use',
  (name) => {
    const { [name]: _, ...others } = deployed!.exports;
    for (const exports of [others, { ...others, [name]: '{another}' }]) {
      const problems = compareReleases(deployed!, { ...deployed!, exports });
      expect(problems).toContainEqual(expect.objectContaining({ rule: 'export', what: name }));
    }
  },
);

/** `next` is deployed, and the stored release is deployed over it again. */
describe('a roll-back', () => {
  const next = structuredClone(deployed!);
  const add = (stack: string, type: string, id: string, facts: ResourceFacts) => {
    const later = structuredClone(next);
    later.resources[stack]![type] = { ...later.resources[stack]![type], [id]: facts };
    return compareReleases(later, deployed!, { isBack: true }).map(({ rule }) => rule);
  };

  it.each([
    ['deletes the messages of a queue that it does not know: red', SERVICE, 'AWS::SQS::Queue', {}, ['lost']],
    [
      'leaves a secret behind that the next upgrade creates again: red',
      DATA,
      'AWS::SecretsManager::Secret',
      { retained: true },
      ['stays'],
    ],
    ['deletes the logs of a function that it does not know', SERVICE, 'AWS::Logs::LogGroup', {}, []],
    ['leaves a stack alone that it does not know', 'ringback-production-other', 'AWS::SQS::Queue', {}, []],
  ] as const)('%s', (_, stack, type, facts, rules) => {
    next.resources['ringback-production-other'] ??= {};
    expect(add(stack, type, 'Later', { key: 'later', ...facts })).toEqual(rules);
  });

  it('finds no export that a later stack imports: red', () => {
    const name = `${DATA}:Later`;
    const later = { ...next, exports: { ...next.exports, [name]: '{later}' }, imports: { [SERVICE]: [name] } };
    expect(compareReleases(later, deployed!, { isBack: true })).toMatchObject([{ rule: 'export', what: name }]);
  });
});
