#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { serveHttp } from './http.ts';
import { createServer } from './server.ts';
import packageJson from '../package.json' with { type: 'json' };

const HELP = `ringback-mcp [--http <port>]

The MCP server of Ringback, over standard input and output, or with --http as streamable HTTP at http://127.0.0.1:<port>/mcp.

  RINGBACK_URL    address of the API, such as https://calls.example.com/api
  RINGBACK_TOKEN  access token; with --http, clients may send their own as Authorization: Bearer
`;

const WRONG_USAGE = 2;
/** The time that an answered request may still need when its client has closed the pipe. */
const LAST_WORK_MS = 2000;

function fail(message: string, exitCode: number): void {
  process.stderr.write(`error: ${message}\n`);
  process.exitCode = exitCode;
}

function parseOptions() {
  try {
    return parseArgs({
      options: {
        http: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'V' },
      },
    }).values;
  } catch (error) {
    fail(messageOf(error), WRONG_USAGE);
    return undefined;
  }
}

async function main({ http, help, version }: { http?: string; help?: boolean; version?: boolean }): Promise<void> {
  const { RINGBACK_URL: baseUrl, RINGBACK_TOKEN: token } = process.env;
  if (help) process.stdout.write(HELP);
  else if (version) process.stdout.write(`${packageJson.version}\n`);
  else if (baseUrl === undefined || (token === undefined && http === undefined)) {
    fail(`set RINGBACK_URL and RINGBACK_TOKEN\n\n${HELP.trimEnd()}`, WRONG_USAGE);
  } else if (http === undefined) await overStdio({ baseUrl, token: token ?? '' });
  else if (/^\d{1,5}$/.test(http) && Number(http) <= 65_535) await overHttp({ baseUrl, token, port: Number(http) });
  else fail('--http takes a port from 0 to 65535', WRONG_USAGE);
}

async function overStdio(access: { baseUrl: string; token: string }): Promise<void> {
  // The client is gone: a call is not waited for, and no question is answered any more.
  process.stdin.once('end', () => setTimeout(() => process.exit(0), LAST_WORK_MS).unref());
  process.stdout.once('error', () => process.exit(0));
  await createServer(access).connect(new StdioServerTransport());
}

async function overHttp(options: { baseUrl: string; token: string | undefined; port: number }): Promise<void> {
  try {
    const { url } = await serveHttp(options);
    process.stderr.write(`Ringback MCP is at ${url}\n`);
  } catch (error) {
    const isBusy = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    fail(isBusy ? `port ${options.port} is in use` : messageOf(error), 1);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const options = parseOptions();
if (options) await main(options);
