import { version } from '@/package.json'

/** The version of package.json; `commit` null: unknown. */
export const build = { version, commit: process.env.BUILD_COMMIT || null }
