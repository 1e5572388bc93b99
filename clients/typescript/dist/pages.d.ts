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
export declare class Pages<Row, Page extends AnyPage<Row>> implements PromiseLike<Page>, AsyncIterable<Row> {
    #private;
    constructor(read: (page?: number) => Promise<Page>);
    then<Done = Page, Failed = never>(onDone?: ((page: Page) => Done | PromiseLike<Done>) | null, onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null): Promise<Done | Failed>;
    [Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined>;
}
