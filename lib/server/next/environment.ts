/*
 * Loads a module that Next's other modules need before them. Our own server loads route files, which import modules of
 * Next, before it starts Next.
 */
import 'next/dist/server/node-environment-baseline.js'
