import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';

export interface Prompting {
  say?: string | undefined;
  hang_up?: boolean;
}

/** Answers what a customer says to what was heard. */
export type PlayedCustomer = (heard: string) => Promise<Prompting>;

const Question = v.pipe(v.string(), v.parseJson(), v.object({ number: v.string(), heard: v.string() }));

/** Where the simulated telephones of played customers ask what to say. */
export class CustomerServer {
  readonly #customers = new Map<string, PlayedCustomer>();
  readonly #server: Server;
  readonly #onProblem: (number: string, problem: string) => void;

  constructor(onProblem: (number: string, problem: string) => void) {
    this.#onProblem = onProblem;
    this.#server = createServer((request, response) => {
      void (async () => {
        const prompting = await this.#answer(request);
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(prompting));
      })();
    });
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('nobody listens for customers');
    return `http://127.0.0.1:${address.port}/`;
  }

  put(number: string, customer: PlayedCustomer): void {
    this.#customers.set(number, customer);
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    if (this.#server.listening) await once(this.#server, 'close');
  }

  /** A customer that fails hangs up, and the rehearsal is told why. */
  async #answer(request: IncomingMessage): Promise<Prompting> {
    const { number, heard } = v.parse(Question, await text(request));
    try {
      return (await this.#customers.get(number)?.(heard)) ?? { hang_up: true };
    } catch (error) {
      this.#onProblem(number, error instanceof Error ? error.message : String(error));
      return { hang_up: true };
    }
  }
}
