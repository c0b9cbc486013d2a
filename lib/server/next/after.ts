/**
 * Imports `after` from its own file. `next/server` also loads parsers of user agents and middleware responses: every
 * function on Vercel would load them before its first response.
 */
export { after } from 'next/dist/server/after/index.js'
