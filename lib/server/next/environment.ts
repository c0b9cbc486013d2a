/*
 * Next's modules expect this one before any other. Route files import a module of Next, and our own server loads them
 * before it starts Next.
 */
import 'next/dist/server/node-environment-baseline.js'
