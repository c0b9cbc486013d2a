import type { Option, RecordFilter } from './declaration'

/** The `search` and `find` of a record filter for a list that is read whole, such as a tree. */
export const foundIn = (load: () => Promise<readonly Option[]>): Required<Pick<RecordFilter, 'search' | 'find'>> => ({
  search: async (q) => (await load()).filter(({ label }) => label.toLowerCase().includes(q.toLowerCase())),
  find: async (id) => (await load()).find(({ value }) => value === String(id)),
})
