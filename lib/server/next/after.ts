/** From `next/server`, every function on Vercel would load parsers of user agents before its first response. */
export { after } from 'next/dist/server/after/index.js'
