import type { Option, Records } from './declaration'

/** For records that are read all at once, such as a tree. */
export const foundIn = (load: () => Promise<readonly Option[]>): Required<Pick<Records, 'search' | 'find'>> => ({
  search: async (q) => (await load()).filter(({ label }) => label.toLowerCase().includes(q.toLowerCase())),
  find: async (id) => (await load()).find(({ value }) => value === String(id)),
})
