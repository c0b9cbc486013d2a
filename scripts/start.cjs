// `npm start`: the built server. CommonJS, because Node's thread pool gets its size at its first use, and to load an ES
// module is a use. Next and React read NODE_ENV when they load, so it is set first too.

const { availableParallelism } = require('node:os')
const { setFlagsFromString } = require('node:v8')

process.env.NODE_ENV ??= 'production'

// A thread for each password that is hashed at a time (lib/token/secret.ts), one for the picture that is being processed
// (lib/file/picture.ts), and the usual four for everything else.
process.env.UV_THREADPOOL_SIZE ||= String(4 + Math.max(1, availableParallelism() - 1) + 1)

// By default, the heap doubles several times before the first full collection: a third more memory, and no faster.
setFlagsFromString('--heap-growing-percent=50')

import('../.server/server.js').catch((error) => {
  const isUnbuilt =
    error.code === 'ERR_MODULE_NOT_FOUND' && String(error.url ?? error.message).includes('.server/server.js')
  console.error(isUnbuilt ? 'There is no build: run npm run build first.' : error)
  process.exit(1)
})
