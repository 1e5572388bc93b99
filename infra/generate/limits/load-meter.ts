/** Adds up what happens in each second of a simulation. Only the second half counts: by then calls end as fast as they begin. */
export function createLoadMeter(seconds: number) {
  const lines = new Map<string, Float64Array>();
  const lineOf = (name: string) => {
    const line = lines.get(name) ?? new Float64Array(seconds);
    lines.set(name, line);
    return line;
  };
  const add = (name: string, second: number, amount: number) => {
    const line = lineOf(name);
    if (second >= 0 && second < seconds) line[second] = (line[second] ?? 0) + amount;
  };
  const run = (name: string, at: number, lasts: number) => {
    const end = Math.min(at + lasts, seconds);
    for (let from = at; from < end;) {
      const second = Math.floor(from);
      const to = Math.min(end, second + 1);
      add(name, second, to - from);
      from = to;
    }
  };
  return {
    /** Something that happens at once, such as the units of a write. */
    count: (name: string, at: number, amount: number) => add(name, Math.floor(at), amount),
    /** Something that lasts, such as an execution: its share of each second. */
    run,
    hold: (name: string, from: number, to: number) => run(name, from, to - from),
    /** The busiest second. */
    most: (name: string): number => Math.max(...lineOf(name).subarray(Math.floor(seconds / 2))),
  };
}
