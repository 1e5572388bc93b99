/** What is imported on demand is bundled whole: of this file, and not of the SDK with its 20 other commands. */
export {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
