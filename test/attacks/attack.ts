import { Command } from '@commander-js/extra-typings';
import Table from 'cli-table3';
import { attackTokens } from '#test/attacks/attack-tokens.ts';
import { attackWidget } from '#test/attacks/attack-widget.ts';

export interface AttackOptions {
  minutes: number;
}

export interface AttackReport {
  /** What the attacker did and got. */
  figures: Record<string, number | string>;
  /** What must hold whatever the attacker does. */
  walls: Array<{ name: string; measured: number; most: number }>;
  /** What the attacker must have done: a wall holds against whoever does nothing. */
  blows: Array<{ name: string; measured: number; least: number }>;
}

/** One file for each. */
const attacks: Readonly<Record<string, (options: AttackOptions) => Promise<AttackReport>>> = {
  tokens: attackTokens,
  widget: attackWidget,
};

const command = new Command('npm run attack --')
  .description('Attacks a local stack of its own from outside, and checks what the attacker can cause.')
  .argument('[attack]', Object.keys(attacks).join(', '), 'widget')
  .option('--minutes <n>', 'how long', Number, 1)
  .allowExcessArguments(false)
  .parse();

const [name] = command.processedArgs;
const attack = attacks[name];
if (!attack) throw new Error(`no such attack: ${name}. There are ${Object.keys(attacks).join(', ')}.`);
const { figures, walls, blows } = await attack(command.opts());
print([name, ''], Object.entries(figures));
print(
  ['wall', 'measured', 'most', ''],
  walls.map((wall) => [wall.name, wall.measured, wall.most, wall.measured <= wall.most ? 'holds' : 'BROKEN']),
);
print(
  ['the attacker', 'measured', 'least', ''],
  blows.map(({ name: blow, measured, least }) => [blow, measured, least, measured >= least ? 'attacks' : 'TOO WEAK']),
);
const isSound = blows.every(({ measured, least }) => measured >= least);
process.exit(isSound && walls.every(({ measured, most }) => measured <= most) ? 0 : 1);

function print(head: string[], rows: Array<Array<string | number>>): void {
  const table = new Table({ head, style: { head: [], border: [] } });
  table.push(...rows);
  process.stdout.write(`${table.toString()}\n`);
}
