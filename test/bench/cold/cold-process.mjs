import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

// What Lambda does at a cold start: loads the bundle, hands it the first event. Plain JavaScript, as in Lambda: to strip types,
// Node.js would load a compiler first, in the time that is measured.
const [, , bundle = '', eventFile] = process.argv;
const event = eventFile === undefined ? {} : JSON.parse(await readFile(eventFile, 'utf8'));
const { handler } = await import(pathToFileURL(bundle).href);
const limit = setTimeout(() => process.exit(0), 1000);
await handler(event).catch(() => undefined);
clearTimeout(limit);
process.exit(0);
