/** A process that is killed, as its dependencies see it: from one of its requests on, nothing that it awaits comes back. */
export interface MortalDeps<Deps> {
  deps: Deps;
  /** Resolves when the process is killed. */
  death: Promise<'killed'>;
}

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise;
const forever = () => new Promise<never>(() => undefined);

/** Only asynchronous members are requests. `after`: the request has its effect. */
export function killAt<Deps extends object>(deps: Deps, step: number, when: 'before' | 'after'): MortalDeps<Deps> {
  const { promise: death, resolve } = Promise.withResolvers<'killed'>();
  let requests = 0;
  let isDead = false;
  const die = (): Promise<never> => {
    isDead = true;
    resolve('killed');
    return forever();
  };
  const request = (run: () => unknown, isAsync: boolean): unknown => {
    if (isDead) return isAsync ? forever() : run();
    if (!isAsync) return run();
    requests += 1;
    if (requests !== step) return run();
    if (when === 'before') return die();
    const result = run();
    return isPromise(result) ? result.then(die) : die();
  };
  const wrap = (dependency: unknown): unknown => {
    if (typeof dependency !== 'object' || dependency === null) return dependency;
    return new Proxy(dependency, {
      get(target, property) {
        const member: unknown = Reflect.get(target, property);
        if (typeof member !== 'function') return member;
        const isAsync = member.constructor.name === 'AsyncFunction' || asynchronous.has(String(property));
        return (...args: unknown[]) => request(() => Reflect.apply(member, target, args), isAsync);
      },
    });
  };
  const wrapped = Object.entries(deps).map(([name, dependency]: [string, unknown]) => [name, wrap(dependency)]);
  return { deps: Object.fromEntries(wrapped) as Deps, death };
}

/** Members of the memory twins that return a promise of another member. */
const asynchronous = new Set(['listIds', 'afterCallSeconds']);
