/**
 * Exports `after` from its own file. An import from `next/server` would make every function on Vercel load parsers of
 * user agents and middleware responses before its first response.
 */
export { after } from 'next/dist/server/after/index.js'
