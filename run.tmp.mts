import { readFileSync } from 'node:fs';
import { classifyFirstWords } from '/work/wt/ear/shared/conversations/first-words.ts';
const file = process.argv[2]!;
const only = process.argv[3] ?? '';
const rows = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((l) => l.split('\t'));
let hp = 0,
  hf = 0,
  hn = 0;
const by: Record<string, [number, number]> = {};
const t0 = (process.cpuUsage().user + process.cpuUsage().system) / 1000;
classifyFirstWords('hello');
const t1 = (process.cpuUsage().user + process.cpuUsage().system) / 1000;
for (const [kind, lang, text] of rows) {
  const got = classifyFirstWords(text!);
  by[kind!] ??= [0, 0];
  by[kind!]![1]++;
  if (got.kind === kind) by[kind!]![0]++;
  else if (!process.env.QUIET) console.log(kind, '→', got.kind, got.certainty, lang, text);
  if (kind === 'human') {
    if (got.kind === 'human') hp++;
    else hn++;
  } else if (got.kind === 'human') hf++;
}
const t2 = (process.cpuUsage().user + process.cpuUsage().system) / 1000;
console.log(
  by,
  'human precision',
  hp / (hp + hf),
  'recall',
  hp / (hp + hn),
  'compile',
  (t1 - t0).toFixed(1),
  'per text',
  ((t2 - t1) / rows.length).toFixed(3),
);
