import type { UserTool } from '#shared/tools/user-tool.ts';

export const buildUserTool = (changes: Partial<UserTool> = {}): UserTool => ({
  id: 5_001,
  userId: 7,
  name: 'find_slots',
  description: 'Finds free appointments.',
  endpoint: 'https://api.example/slots',
  method: 'GET',
  timeoutSeconds: 10,
  headers: [],
  schema: [],
  parameters: null,
  waitMessage: null,
  assignments: [],
  responseFilter: null,
  repeatable: false,
  idempotent: false,
  createdAt: 1_767_225_600_000,
  updatedAt: 1_767_225_600_000,
  version: 1,
  ...changes,
});
