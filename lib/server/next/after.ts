/**
 * Exports `after` from its own file. An import from `next/server` would also load parsers of user agents and middleware
 * responses, which every function on Vercel would load before its first response.
 */
export { after } from 'next/dist/server/after/index.js'
