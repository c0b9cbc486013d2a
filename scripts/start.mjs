// `npm start`: the built server. Next and React look at NODE_ENV while they load, so it is set before they do.

import { setFlagsFromString } from 'node:v8'

process.env.NODE_ENV ??= 'production'

// Left to itself the heap doubles several times before it is swept for the first time: a third more memory, no faster.
setFlagsFromString('--heap-growing-percent=50')

await import('../.server/server.js').catch((error) => {
  const isUnbuilt =
    error.code === 'ERR_MODULE_NOT_FOUND' && String(error.url ?? error.message).includes('.server/server.js')
  console.error(isUnbuilt ? 'There is no build yet: run npm run build first.' : error)
  process.exit(1)
})
