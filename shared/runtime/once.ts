/** Runs the factory on the first call and keeps its result. A factory that throws is tried again. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
