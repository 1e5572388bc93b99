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
export declare class Pages<Row extends {
    id: number;
}, Page extends AnyPage<Row>> implements PromiseLike<Page>, AsyncIterable<Row> {
    #private;
    constructor(read: (position?: PagePosition) => Promise<Page>);
    then<Done = Page, Failed = never>(onDone?: ((page: Page) => Done | PromiseLike<Done>) | null, onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null): Promise<Done | Failed>;
    [Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined>;
}
