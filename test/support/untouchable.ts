/** Dependencies that fail whoever reaches for them. */
export function untouchable<Deps>(): Deps {
  const get = (_: object, name: string | symbol) => {
    throw new Error(`nobody may touch ${String(name)}`);
  };
  return new Proxy({}, { get }) as Deps;
}
