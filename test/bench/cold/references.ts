import { join } from 'node:path';
import { build } from 'esbuild';

const bare = `
  import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
  const client = new DynamoDBClient({});
  export const handler = () =>
    client.send(new GetItemCommand({ TableName: 'bench', Key: { pk: { S: '1' }, sk: { S: '1' } } }));`;

/** What the functions are compared with, bundled as simply as anybody would: a handler that does nothing, and one that reads one item. */
export async function bundleReferences(folder: string): Promise<{ empty: string; bare: string }> {
  const bundle = async (name: string, contents: string) => {
    const outfile = join(folder, name, 'index.mjs');
    await build({
      stdin: { contents, resolveDir: process.cwd() },
      outfile,
      bundle: true,
      minify: true,
      platform: 'node',
      target: 'node24',
      format: 'esm',
      mainFields: ['module', 'main'],
      banner: {
        js: "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);",
      },
    });
    return outfile;
  };
  return {
    empty: await bundle('empty', 'export const handler = async () => undefined;'),
    bare: await bundle('bare', bare),
  };
}
