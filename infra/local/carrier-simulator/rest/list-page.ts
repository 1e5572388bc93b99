const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 1000;

/** A page of a list as the API shows it; `name` is the key of the items. */
export function listPage<Item>(path: string, query: URLSearchParams, name: string, items: readonly Item[]) {
  const size = Math.min(Math.max(Number(query.get('PageSize') ?? DEFAULT_PAGE_SIZE) || 1, 1), MAX_PAGE_SIZE);
  const page = Math.max(Number(query.get('Page') ?? 0) || 0, 0);
  const start = page * size;
  const shown = items.slice(start, start + size);
  const uriOf = (number: number) => {
    const parameters = new URLSearchParams(query);
    parameters.set('PageSize', String(size));
    parameters.set('Page', String(number));
    if (number > 0) parameters.set('PageToken', `PA${number}`);
    else parameters.delete('PageToken');
    return `${path}?${parameters.toString()}`;
  };
  return {
    [name]: shown,
    page,
    page_size: size,
    start,
    end: Math.max(start + shown.length - 1, 0),
    uri: uriOf(page),
    first_page_uri: uriOf(0),
    next_page_uri: start + size < items.length ? uriOf(page + 1) : null,
    previous_page_uri: page > 0 ? uriOf(page - 1) : null,
  };
}
