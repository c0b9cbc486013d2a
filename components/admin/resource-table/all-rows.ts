/** The largest that the API allows. */
const pageSize = 100

/** Rows of a bulk action, which may send a request for each. */
export const bulkLimit = 1_000

type ReadPage<Row> = (query: Record<string, string>) => Promise<{ items: Row[] }>

/** At most {@link bulkLimit} rows. */
export async function readAllRows<Row>(readPage: ReadPage<Row>, filters: Record<string, string>): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; rows.length < bulkLimit; page++) {
    const { items } = await readPage({ ...filters, page: String(page), size: String(pageSize) })
    rows.push(...items)
    if (items.length < pageSize) break
  }
  return rows
}
