import { writeFile } from 'node:fs/promises';
import { PAGE, renderPage } from '#test/contract/page/render-page.ts';

await writeFile(PAGE, renderPage());
process.stdout.write(`${PAGE}\n`);
