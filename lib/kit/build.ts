import { version } from '@/package.json'

/** The version of the shop (package.json), and the commit of the build; null if the commit is unknown. */
export const build = { version, commit: process.env.BUILD_COMMIT || null }
