import { env } from 'node:process';

/** What a program of ours needs of the environment: its Node, and the compiled code that earlier ones left. */
export const programEnvironment = (own: Record<string, string>): Record<string, string | undefined> => ({
  PATH: env['PATH'],
  NODE_COMPILE_CACHE: env['NODE_COMPILE_CACHE'],
  ...own,
});
