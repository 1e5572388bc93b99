import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { itemJson } from '#shared/platform/aws-json.ts';
import { sendFast } from '#shared/platform/fast-requests.ts';

type Context = Parameters<GetCommand['resolveMiddleware']>;

/** Requests to the table that go around the SDK's middleware where they can (decision 0056). */
export class GetItemRequest extends GetCommand {
  override resolveMiddleware(...[stack, ...rest]: Context) {
    const request = { operation: 'GetItem', form: itemJson };
    return sendFast(request, [stack, ...rest], (through) => super.resolveMiddleware(through, ...rest));
  }
}

export class QueryRequest extends QueryCommand {
  override resolveMiddleware(...[stack, ...rest]: Context) {
    const request = { operation: 'Query', form: itemJson };
    return sendFast(request, [stack, ...rest], (through) => super.resolveMiddleware(through, ...rest));
  }
}

export class PutItemRequest extends PutCommand {
  override resolveMiddleware(...[stack, ...rest]: Context) {
    const request = { operation: 'PutItem', form: itemJson };
    return sendFast(request, [stack, ...rest], (through) => super.resolveMiddleware(through, ...rest));
  }
}

export class UpdateItemRequest extends UpdateCommand {
  override resolveMiddleware(...[stack, ...rest]: Context) {
    const request = { operation: 'UpdateItem', form: itemJson };
    return sendFast(request, [stack, ...rest], (through) => super.resolveMiddleware(through, ...rest));
  }
}

export class DeleteItemRequest extends DeleteCommand {
  override resolveMiddleware(...[stack, ...rest]: Context) {
    const request = { operation: 'DeleteItem', form: itemJson };
    return sendFast(request, [stack, ...rest], (through) => super.resolveMiddleware(through, ...rest));
  }
}

export class BatchGetItemRequest extends BatchGetCommand {
  override resolveMiddleware(...[stack, ...rest]: Context) {
    const request = { operation: 'BatchGetItem', form: itemJson };
    return sendFast(request, [stack, ...rest], (through) => super.resolveMiddleware(through, ...rest));
  }
}

export class BatchWriteItemRequest extends BatchWriteCommand {
  override resolveMiddleware(...[stack, ...rest]: Context) {
    const request = { operation: 'BatchWriteItem', form: itemJson };
    return sendFast(request, [stack, ...rest], (through) => super.resolveMiddleware(through, ...rest));
  }
}

export class TransactWriteItemsRequest extends TransactWriteCommand {
  override resolveMiddleware(...[stack, ...rest]: Context) {
    const request = { operation: 'TransactWriteItems', form: itemJson };
    return sendFast(request, [stack, ...rest], (through) => super.resolveMiddleware(through, ...rest));
  }
}
