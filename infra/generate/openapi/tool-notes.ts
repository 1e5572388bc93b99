/** Of the record and of both requests. */
const fields: Readonly<Record<string, string>> = {
  name: 'The name by which the model calls the tool: lowercase letters and underscores.',
  description: 'The words that tell the model when to use the tool.',
  endpoint: 'The URL of the request.',
  method: 'The method of the request.',
  timeout: 'The seconds that the receiver has to answer. The default is 10.',
  headers: 'The headers of the request.',
  schema: 'The parameters that the model gives, all of them required.',
  parameters:
    'The parameters as a subset of JSON Schema. They win over `schema`. A parameter of the first level may have `source`, `variable`, `value` and `allowed_from`.',
  wait_message:
    'The words of the assistant while the tool runs. With an empty text it says none, and with null a phrase of the service.',
  assignments: 'The variables that get values from the answer.',
  response_filter:
    'The paths of the parts of the answer that the model gets. Null means all of it, and an empty list means none of it.',
  repeatable: 'Whether the same call of the tool may be made twice in a conversation.',
  idempotent:
    'Whether the receiver acts once on requests with the same `Idempotency-Key`. The service may then send a request again.',
};

const forComponent = (component: string) =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [`${component}.${name}`, text]));

/** Descriptions of the fields of tools. */
export const toolNotes: Readonly<Record<string, string>> = {
  ...forComponent('ToolRecord'),
  ...forComponent('CreateToolRequest'),
  ...forComponent('UpdateToolRequest'),
  'ToolHeader.name': 'The name of the header.',
  'ToolHeader.value': 'The masked value: four bullets, and the last four characters of a value of at least eight.',
  'SimpleToolParameter.name': 'The name of the parameter.',
  'SimpleToolParameter.description': 'The words that tell the model what to give.',
  'ToolAssignment.variable': 'The name of the variable.',
  'ToolAssignment.path':
    'The path of the value in the answer, such as `slots.0.time`. An empty path is the whole answer.',
  'ToolAssignment.sensitive': 'Whether the value is kept from the model and from the transcript.',
  'ToolRequest.method': 'The method.',
  'ToolRequest.url': 'The URL with the values.',
  'ToolRequest.headers': 'The headers of the tool, whose values are masked.',
  'ToolRequest.body': 'The body, or an empty text if the request has none.',
  'TestToolRequest.arguments': 'The arguments, as a model would give them.',
  'TestToolRequest.variables': 'The variables of the call.',
  'TestedTool.duration_ms': 'The time until the answer, in milliseconds.',
  'ListApiKeysResponse.api_keys': 'The live access tokens, the oldest first.',
  'ApiKeyRecord.name': 'The name of the token.',
  'NewApiKey.name': 'The name of the token.',
  'CreateApiKeyRequest.name': 'The name of the token.',
  'PhoneNumberDetail.country_code': 'The country of the number.',
  'PhoneNumberDetail.type': 'The type of the number, as a word.',
  'PhoneNumberDetail.type_label': 'The type of the number.',
  'PhoneNumberDetail.sms_capable': 'Whether the number can send and receive SMS.',
  'PhoneNumberDetail.has_active_subscription': 'Whether the number can be used now.',
};

/** Notes on the operations of tools. */
export const toolOperationNotes: Readonly<Record<string, string>> = {
  'tools/list-tools': 'Returns your tools, the newest first. The values of headers are masked.',
  'tools/get-tool': 'Returns one tool. An update accepts the whole record, as it was read.',
  'tools/create-tool':
    'Creates a tool: a request to your server that the model can make in a conversation. Attach it to assistants with `tool_ids`. ' +
    '`{parameter}` and `{{variable}}` in the path, the query, the headers and fixed values are replaced, each escaped for its place. ' +
    'Other parameters go into the query of GET, and into a JSON body otherwise. `parameters` is a subset of JSON Schema: objects, arrays, ' +
    'strings, numbers, booleans, enums and required, up to 5 levels and 16 KB, without `$ref` and `pattern`. A parameter of the first level may have a `source`: ' +
    '`model`, `variable` or `fixed` (with `value`), and `allowed_from`, the variable with the list that the model may choose from. ' +
    'The service encrypts the values of headers. Names are unique. An account has up to 100 tools, and an assistant up to 20.',
  'tools/update-tool':
    'Changes the fields that are sent and leaves the others as they are. `headers`, `schema` and `parameters` are replaced as a whole. Null sets an ' +
    'optional field to its default. A masked value of a header leaves the value as it is. Conversations that have begun use the changed tool from the next words of the customer on.',
  'tools/delete-tool': 'Removes the tool for good, and detaches it from every assistant.',
  'tools/test-tool':
    'Sends the request of the tool with these arguments and variables, without a call, and returns the answer. The values of headers are masked. ' +
    'The receiver has the timeout of the tool, at most 22 seconds. There may be 30 tests in a minute, and ten at once.',
};
