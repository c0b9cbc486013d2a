/** The largest page size that the API allows. */
const pageSize = 100

/** The maximum number of rows for a bulk action. A bulk action may send one request per row. */
export const bulkLimit = 1_000

type ReadPage<Row> = (query: Record<string, string>) => Promise<{ items: Row[] }>

/** Reads all rows that match `filters`, page by page. Returns at most {@link bulkLimit} rows. */
export async function readAllRows<Row>(readPage: ReadPage<Row>, filters: Record<string, string>): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; rows.length < bulkLimit; page++) {
    const { items } = await readPage({ ...filters, page: String(page), size: String(pageSize) })
    rows.push(...items)
    if (items.length < pageSize) break
  }
  return rows
}
