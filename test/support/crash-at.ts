/** The process dies at one call of one dependency, before or after its effect; later calls get through. */
export function crashAt<Deps extends object>(deps: Deps, step: number, when: 'before' | 'after') {
  let calls = 0;
  const guard = (run: () => unknown): unknown => {
    calls += 1;
    if (calls !== step) return run();
    if (when === 'before') throw new Error('crashed');
    const result = run();
    if (result instanceof Promise) return result.then(() => Promise.reject(new Error('crashed')));
    throw new Error('crashed');
  };
  const wrapped = Object.entries(deps).map(([name, dependency]: [string, unknown]) => [name, wrap(dependency, guard)]);
  return { deps: Object.fromEntries(wrapped) as Deps, crashed: () => calls >= step };
}

function wrap(dependency: unknown, guard: (run: () => unknown) => unknown): unknown {
  if (typeof dependency === 'function')
    return (...args: unknown[]) => guard(() => Reflect.apply(dependency, undefined, args));
  if (typeof dependency !== 'object' || dependency === null) return dependency;
  return new Proxy(dependency, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => guard(() => Reflect.apply(member, target, args));
    },
  });
}
