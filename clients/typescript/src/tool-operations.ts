import type { NewTool, TestedTool, Tool, ToolChanges, ToolTest } from './api-types.ts';
import type { Http, RequestOptions } from './http.ts';

export interface ToolOperations {
  /**
   * Returns your tools, the newest first. The values of headers are masked.
   * @operation listTools
   */
  list(options?: RequestOptions): Promise<Tool[]>;
  /**
   * Returns one tool. An update accepts the whole record, as it was read.
   * @operation getTool
   */
  get(id: number, options?: RequestOptions): Promise<Tool>;
  /**
   * Creates a tool: a request to your server that the model can make in a conversation. Attach it to assistants
   * with `tool_ids`. `{parameter}` and `{{variable}}` in the path, the query, the headers and fixed values are
   * replaced, each escaped for its place. Other parameters go into the query of GET, and into a JSON body
   * otherwise. `parameters` is a subset of JSON Schema: objects, arrays, strings, numbers, booleans, enums and
   * required, up to 5 levels and 16 KB, without `$ref` and `pattern`. A parameter of the first level may have a
   * `source`: `model`, `variable` or `fixed` (with `value`), and `allowed_from`, the variable with the list that
   * the model may choose from. The service encrypts the values of headers. Names are unique. An account has up to
   * 100 tools, and an assistant up to 20.
   * @operation createTool
   */
  create(tool: NewTool, options?: RequestOptions): Promise<Tool>;
  /**
   * Changes the fields that are sent and leaves the others as they are. `headers`, `schema` and `parameters` are
   * replaced as a whole. Null sets an optional field to its default. A masked value of a header leaves the value as
   * it is. Conversations that have begun use the changed tool from the next words of the customer on.
   * @operation updateTool
   */
  update(id: number, changes: ToolChanges, options?: RequestOptions): Promise<Tool>;
  /**
   * Removes the tool for good, and detaches it from every assistant.
   * @operation deleteTool
   */
  delete(id: number, options?: RequestOptions): Promise<void>;
  /**
   * Sends the request of the tool with these arguments and variables, without a call, and returns the answer. The
   * values of headers are masked. The receiver has the timeout of the tool, at most 22 seconds. There may be 30
   * tests in a minute, and ten at once.
   * @operation testTool
   */
  test(id: number, test?: ToolTest, options?: RequestOptions): Promise<TestedTool>;
}

export function toolOperations(http: Http): ToolOperations {
  const dataOf = async (method: string, path: string, request: object) =>
    (await http.send<{ data: Tool }>(method, path, request)).data;
  return {
    list: (options) => http.send('GET', '/user/tools', { ...options }),
    get: (id, options) => http.send('GET', `/user/tools/${id}`, { ...options }),
    create: (body, options) => dataOf('POST', '/user/tools', { body, ...options }),
    update: (id, body, options) => dataOf('PUT', `/user/tools/${id}`, { body, ...options }),
    async delete(id, options) {
      await http.send('DELETE', `/user/tools/${id}`, { ...options });
    },
    test: (id, body = {}, options) => http.send('POST', `/user/tools/${id}/test`, { body, ...options }),
  };
}
