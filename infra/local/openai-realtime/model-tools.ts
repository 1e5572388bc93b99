import { callTool, listTools } from './mcp-client.ts';
import type { McpTool, Session } from './session-body.ts';

type Note = (type: string, data: Record<string, unknown>) => void;

/** The tool that ends the call, as the session names it: a function that a listener serves, or one at a server. */
export class ModelTools {
  readonly #note: Note;
  #session: Session | undefined;
  #server: McpTool | undefined;

  constructor(note: Note) {
    this.#note = note;
  }

  /** Asks the servers of a session what they have. Gives the event that a session tells of it, for each. */
  async find(session: Session): Promise<string[]> {
    this.#session = session;
    const servers = session.tools.filter((tool) => tool.type === 'mcp');
    return Promise.all(servers.map((server) => this.#ask(server)));
  }

  get canEndCall(): boolean {
    const isFunction = this.#session?.tools.some((tool) => tool.type === 'function' && tool.name === 'end_call');
    return this.#server !== undefined || isFunction === true;
  }

  /** Ends the call at its server; undefined where a listener has to. */
  async endCall(): Promise<string | undefined> {
    if (!this.#server) return undefined;
    const output = await callTool(this.#server, 'end_call').catch((error: unknown) => `failed: ${String(error)}`);
    this.#note('model-tool-call', { name: 'end_call', output });
    return output;
  }

  async #ask(server: McpTool): Promise<string> {
    try {
      const names = await listTools(server);
      this.#note('model-tools', { server: server.server_label, names });
      if (names.includes('end_call') && server.require_approval === 'never') this.#server = server;
      return 'mcp_list_tools.completed';
    } catch (error) {
      this.#note('model-tools', { server: server.server_label, failure: String(error) });
      return 'mcp_list_tools.failed';
    }
  }
}
