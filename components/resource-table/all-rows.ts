/** The largest page that a list answers. */
const pageSize = 100

/** More than this is not done one by one from a browser. */
export const mostAtOnce = 1_000

type ReadPage<Row> = (query: Record<string, string>) => Promise<{ items: Row[] }>

/** All rows that match these filters, page by page, up to {@link mostAtOnce}. */
export async function readAllRows<Row>(readPage: ReadPage<Row>, filters: Record<string, string>): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; rows.length < mostAtOnce; page++) {
    const { items } = await readPage({ ...filters, page: String(page), size: String(pageSize) })
    rows.push(...items)
    if (items.length < pageSize) break
  }
  return rows
}
