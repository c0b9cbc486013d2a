/* Needed before Next's other modules: our own server loads route files, which import these, before it starts Next. */
import 'next/dist/server/node-environment-baseline.js'
