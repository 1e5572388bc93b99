export { findAccessToken } from '#shared/adapters/dynamodb/dynamodb-token-store.ts';
