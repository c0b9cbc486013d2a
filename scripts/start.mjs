// `npm start`: the built server. Next and React read NODE_ENV when they load, so it is set first.

import { setFlagsFromString } from 'node:v8'

process.env.NODE_ENV ??= 'production'

// By default, the heap doubles several times before the first full collection: a third more memory, and no faster.
setFlagsFromString('--heap-growing-percent=50')

await import('../.server/server.js').catch((error) => {
  const isUnbuilt =
    error.code === 'ERR_MODULE_NOT_FOUND' && String(error.url ?? error.message).includes('.server/server.js')
  console.error(isUnbuilt ? 'There is no build: run npm run build first.' : error)
  process.exit(1)
})
