import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/** Waits for a conditional write; false when its condition did not hold. */
export async function conditionHolds(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
