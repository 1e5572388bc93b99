import { writeFile } from 'node:fs/promises';
import { PAGE, renderPage } from '#test/api/page/render-page.ts';

await writeFile(PAGE, renderPage());
process.stdout.write(`${PAGE}\n`);
