/** The parts of a page that the client reads. */
export interface AnyPage<Row> {
  data: Row[];
  current_page: number;
  last_page: number;
}

/**
 * A list in pages. `await` reads one page, with its totals; `for await` reads every record, page after page.
 * Records that are created meanwhile may shift others to the next page: a record can then be read twice.
 * A record that is deleted while they are read makes the next page skip one: collect the ids before you delete.
 */
export class Pages<Row, Page extends AnyPage<Row>> implements PromiseLike<Page>, AsyncIterable<Row> {
  readonly #read: (page?: number) => Promise<Page>;

  constructor(read: (page?: number) => Promise<Page>) {
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
    for (let page = await this.#read(); ; page = await this.#read(page.current_page + 1)) {
      yield* page.data;
      if (page.current_page >= page.last_page) return;
    }
  }
}
