import { version } from '@/package.json'

/** The version of the shop (package.json), and the commit from which it was built; null if that is unknown. */
export const build = { version, commit: process.env.BUILD_COMMIT || null }
