/** The parts of a page that the client reads. */
export interface AnyPage<Row> {
  data: Row[];
  current_page: number;
  last_page: number;
}

/** Where a page begins. */
export interface PagePosition {
  page?: number;
  before_id?: number;
}

/**
 * A list in pages. `await` reads one page, with its totals; `for await` reads every record, page after page.
 * Each page begins behind the last record that was read, by `before_id`. So a record that exists all the time is read
 * once, whatever is created or deleted meanwhile.
 */
export class Pages<Row extends { id: number }, Page extends AnyPage<Row>>
  implements PromiseLike<Page>, AsyncIterable<Row>
{
  readonly #read: (position?: PagePosition) => Promise<Page>;

  constructor(read: (position?: PagePosition) => Promise<Page>) {
    this.#read = read;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- `await` on a list is the point.
  then<Done = Page, Failed = never>(
    onDone?: ((page: Page) => Done | PromiseLike<Done>) | null,
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#read().then(onDone, onFailed);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    let before: number | undefined;
    for (let page = await this.#read(); ;) {
      const rows = page.data.filter(({ id }) => before === undefined || id < before);
      yield* rows;
      if (!(page.current_page < page.last_page)) return;
      before = rows.at(-1)?.id ?? before;
      // A page without new rows is one of a service that does not know `before_id`, or all its rows were deleted.
      const next = rows.length > 0 ? 1 : page.current_page + 1;
      page = await this.#read({ page: next, ...(before !== undefined && { before_id: before }) });
    }
  }
}
