import { argv, exit } from 'node:process';
import { benches } from '#test/bench/benches.ts';

// A process of its own for each bench: none meets the clients, the environment or the timers of the one before.
const [name = '', ...args] = argv.slice(2);
const bench = await benches[name]!.load();
const report = await bench(args);
process.send!(report, () => exit(0));
