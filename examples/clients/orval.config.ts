import { defineConfig } from 'orval'

export default defineConfig({
  shop: {
    // Where an answer is JSON or CSV, as in the lists of the admin, this version writes a type twice.
    input: { target: 'openapi.json', filters: { mode: 'exclude', tags: [/^cms\//] } },
    output: { target: 'generated/orval.ts', client: 'fetch' },
  },
})
