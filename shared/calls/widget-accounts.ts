import { CallAccountItem, NO_CALLS, type CallAccount } from '#shared/accounts/spend-account.ts';
import { accountKeys } from '#shared/calls/live-calls.ts';
import { read, type ItemKey, type Table } from '#shared/platform/table/table.ts';

/** Of the calls of a widget, and of those of a visitor with all widgets of a user. */
export interface WidgetAccounts {
  widget: CallAccount;
  visitor: CallAccount;
}

export interface WidgetAccountStore {
  /** @param visitor a hash. What is read may be old when a call is stored: its limits are conditions of that write. */
  read(userId: number, assistantId: number, visitor: string): Promise<WidgetAccounts>;
}

export function createDynamoDbWidgetAccounts(table: Table): WidgetAccountStore {
  const readAccount = async (key: ItemKey) => (await read(table, key, CallAccountItem)) ?? NO_CALLS;
  return {
    async read(userId, assistantId, visitor) {
      const [widgetKey, visitorKey] = accountKeys({ userId, assistantId }, visitor);
      const [widget, ofVisitor] = await Promise.all([readAccount(widgetKey), readAccount(visitorKey)]);
      return { widget, visitor: ofVisitor };
    },
  };
}
