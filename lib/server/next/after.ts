/**
 * Past `next/server`, which also loads what reads browsers' names and answers of a middleware: every function of Vercel
 * would load that before its first answer.
 */
export { after } from 'next/dist/server/after'
