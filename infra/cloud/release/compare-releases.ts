import { lost, type ReleaseFacts, type ResourceFacts } from '#infra/cloud/release/release-facts.ts';

/** What goes wrong in a deployment of one release over another. */
export interface Problem {
  rule: 'export' | 'parameter' | 'lost' | 'taken' | 'stays';
  /** The name of the export or the parameter, or the type and the key of the resource. */
  what: string;
  text: string;
}

interface Resource extends ResourceFacts {
  stack: string;
  type: string;
  /** The stack and the logical id. */
  at: string;
  /** What nothing else in the account may have. */
  name: string | undefined;
}

/**
 * The problems of an upgrade, and with `isBack` those of a roll-back. Stacks are deployed one by one: each stack of `after` meets
 * some of `before`, so a name that moves to another stack is a problem in one order of the stacks or the other.
 */
export function compareReleases(before: ReleaseFacts, after: ReleaseFacts, { isBack = false } = {}): Problem[] {
  const old = resourcesOf(before);
  const next = resourcesOf(after);
  return [
    ...exportsInUse(before, after),
    ...newParameters(before, after),
    // A stack that a release does not have stays as it is.
    ...old.filter(({ stack }) => stack in after.resources).flatMap((resource) => whatIsLost(resource, next, isBack)),
    ...namesTaken(old, next),
  ];
}

function resourcesOf({ resources }: ReleaseFacts): Resource[] {
  return Object.entries(resources).flatMap(([stack, types]) =>
    Object.entries(types).flatMap(([type, byId]) =>
      Object.entries(byId).map(([id, facts]) => ({
        ...facts,
        stack,
        type,
        at: `${stack} ${id}`,
        name: facts.key === undefined ? undefined : `${type} ${facts.key}`,
      })),
    ),
  );
}

/** CloudFormation neither removes nor changes an export while a stack imports it. */
function exportsInUse(before: ReleaseFacts, after: ReleaseFacts): Problem[] {
  return Object.entries(before.imports).flatMap(([stack, names]) =>
    names
      .filter((name) => before.exports[name] !== after.exports[name])
      .map((name) => ({
        rule: 'export' as const,
        what: name,
        text: `${name} is ${name in after.exports ? 'changed' : 'removed'}, and the deployed ${stack} imports it`,
      })),
  );
}

/** CloudFormation remembers the values of the parameters that a stack has. */
function newParameters(before: ReleaseFacts, after: ReleaseFacts): Problem[] {
  return after.required
    .filter((name) => !before.required.includes(name))
    .map((name) => ({ rule: 'parameter', what: name, text: `the new parameter ${name} needs a default` }));
}

function whatIsLost(resource: Resource, next: readonly Resource[], isBack: boolean): Problem[] {
  const { type, at, name = `${type} ${at}`, retained = false } = resource;
  const loss = lost[type];
  if (loss === undefined) return [];
  const now = next.find((one) => one.at === at && one.type === type);
  // What the older release does not know was created by the newer one, whose logs tell nothing about the older one.
  if (!now && isBack && type === 'AWS::Logs::LogGroup') return [];
  if (!now && retained) {
    return [{ rule: 'stays', what: name, text: `${name} leaves ${at} and stays: it cannot be created again` }];
  }
  if (!now) return [{ rule: 'lost', what: name, text: `${name} is removed with ${loss}` }];
  if (!isReplaced(resource, now)) return [];
  return [{ rule: 'lost', what: name, text: `${name} is replaced without ${loss}` }];
}

function isReplaced(before: Resource, after: Resource): boolean {
  const [old = {}, next = {}] = [before.fixed, after.fixed];
  return (
    before.key !== after.key || [...Object.keys(old), ...Object.keys(next)].some((name) => old[name] !== next[name])
  );
}

/** CloudFormation creates first and removes last, in a stack as in a deployment of several. */
function namesTaken(old: readonly Resource[], next: readonly Resource[]): Problem[] {
  const holders = new Map(old.map((resource) => [resource.name, resource]));
  return next.flatMap((resource): Problem[] => {
    const { name, at } = resource;
    const holder = name === undefined ? undefined : holders.get(name);
    if (name === undefined || !holder) return [];
    if (holder.at !== at) return [{ rule: 'taken', what: name, text: `${name} moves from ${holder.at} to ${at}` }];
    if (!isReplaced(holder, resource)) return [];
    return [{ rule: 'taken', what: name, text: `${name} is replaced under its own name` }];
  });
}
