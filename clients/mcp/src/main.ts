#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import packageJson from '../package.json' with { type: 'json' };
import { serveHttp } from './http.ts';
import { createServer } from './server.ts';

const HELP = `ringback-mcp [--http <port>]

The MCP server of Ringback, over standard input and output, or with --http as streamable HTTP at http://127.0.0.1:<port>/mcp.

  RINGBACK_URL    address of the API, such as https://calls.example.com/api
  RINGBACK_TOKEN  access token; with --http, clients may send their own as Authorization: Bearer
`;

const { values } = parseArgs({
  options: {
    http: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean', short: 'V' },
  },
});
const { RINGBACK_URL: baseUrl, RINGBACK_TOKEN: token } = process.env;

if (values.help) process.stdout.write(HELP);
else if (values.version) process.stdout.write(`${packageJson.version}\n`);
else if (baseUrl === undefined || (token === undefined && values.http === undefined)) {
  process.stderr.write(`error: set RINGBACK_URL and RINGBACK_TOKEN\n\n${HELP}`);
  process.exitCode = 2;
} else if (values.http !== undefined) {
  const { url } = await serveHttp({ baseUrl, token, port: Number(values.http) });
  process.stderr.write(`Ringback MCP is at ${url}\n`);
} else {
  await createServer({ baseUrl, token: token ?? '' }).connect(new StdioServerTransport());
}
