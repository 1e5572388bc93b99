#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { accessToken, apiAddress } from '@ringback/client';
import { serveHttp } from './http.ts';
import { createServer } from './server.ts';
import packageJson from '../package.json' with { type: 'json' };

const HELP = `ringback-mcp [--http <port>]

The MCP server of Ringback, over standard input and output, or with --http as streamable HTTP at http://127.0.0.1:<port>/mcp.

  RINGBACK_URL    address of the API, such as https://calls.example.com/api
  RINGBACK_TOKEN  access token

With --http, each request has Authorization: Bearer, with an access token, or with the secret of this server, which then uses RINGBACK_TOKEN.

  RINGBACK_MCP_SECRET  the secret, at least 20 characters; left out: a new one at each start, which is printed
`;

const WRONG_USAGE = 2;
const SECRET_LENGTH = 20;
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
  const { RINGBACK_URL: baseUrl, RINGBACK_TOKEN: token, RINGBACK_MCP_SECRET: secret } = process.env;
  if (help) process.stdout.write(HELP);
  else if (version) process.stdout.write(`${packageJson.version}\n`);
  else if (baseUrl === undefined || (token === undefined && http === undefined)) {
    fail(`set RINGBACK_URL and RINGBACK_TOKEN\n\n${HELP.trimEnd()}`, WRONG_USAGE);
  } else if (http === undefined || (/^\d{1,5}$/.test(http) && Number(http) <= 65_535)) {
    await serve({ baseUrl, token, secret, port: http });
  } else fail('--http takes a port from 0 to 65535', WRONG_USAGE);
}

interface Settings {
  baseUrl: string;
  token: string | undefined;
  secret: string | undefined;
  /** Left out: over standard input and output. */
  port: string | undefined;
}

async function serve({ baseUrl: address, token: given, secret, port }: Settings): Promise<void> {
  let access: { baseUrl: string; token: string | undefined };
  try {
    access = { baseUrl: apiAddress(address), token: given === undefined ? undefined : accessToken(given) };
  } catch (error) {
    return fail(messageOf(error), WRONG_USAGE);
  }
  const { baseUrl, token } = access;
  if (port === undefined) await overStdio({ baseUrl, token: token ?? '' });
  else await overHttp({ baseUrl, token, secret, port: Number(port) });
}

async function overStdio(access: { baseUrl: string; token: string }): Promise<void> {
  // The client is gone: a call is not waited for, and no question is answered any more.
  process.stdin.once('end', () => setTimeout(() => process.exit(0), LAST_WORK_MS).unref());
  await createServer(access).connect(new StdioServerTransport());
}

interface OverHttp {
  baseUrl: string;
  token: string | undefined;
  secret: string | undefined;
  port: number;
}

async function overHttp({ token, secret: given, ...options }: OverHttp): Promise<void> {
  if (given !== undefined && given.length < SECRET_LENGTH) {
    return fail(`RINGBACK_MCP_SECRET needs ${SECRET_LENGTH} characters or more`, WRONG_USAGE);
  }
  const secret = given ?? `mcp_${randomBytes(24).toString('base64url')}`;
  try {
    const { url } = await serveHttp({ ...options, lent: token === undefined ? undefined : { token, secret } });
    process.stderr.write(`Ringback MCP is at ${url}\n`);
    if (token !== undefined && given === undefined) {
      process.stderr.write(`Clients send Authorization: Bearer ${secret}\n`);
    }
  } catch (error) {
    const isBusy = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    fail(isBusy ? `port ${options.port} is in use` : messageOf(error), 1);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** A client that is gone closes the pipe: that is not a failure. A full disk is one. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`error: the output cannot be written: ${error.code ?? error.message}\n`);
  process.exit(1);
});
process.stderr.on('error', () => process.exit(1));

const options = parseOptions();
if (options) await main(options);
