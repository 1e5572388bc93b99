/** Characters of JSON that the variables of one record may have: 192 KB at most, and DynamoDB takes items of 400 KB. */
export const MAX_VARIABLES_LENGTH = 65_536;

export function fitsVariablesLimit(variables: Record<string, unknown>): boolean {
  return JSON.stringify(variables).length <= MAX_VARIABLES_LENGTH;
}
