// `npm start`: the built server. CommonJS, because Node's thread pool gets its size at its first use, and to load an ES
// module is a use. Next and React read NODE_ENV when they load, so it is set first too.

const { spawn } = require('node:child_process')
const { availableParallelism, constants } = require('node:os')
const { setFlagsFromString } = require('node:v8')

/** How long a server may take to stop, in milliseconds; it gives itself ten seconds. */
const stopMilliseconds = 12_000

/** The same after a second signal, which asks it to stop at once. Both of a pair within half a second are the first. */
const hurryMilliseconds = 1_000
const sameSignal = 500

// A server whose event loop is blocked does not see a signal, so this script waits for it in a process of its own. Windows has
// no signals to pass on.
if (process.platform === 'win32' || process.env.START_PID === String(process.ppid)) startServer()
else startAgain()

function startServer() {
  process.env.NODE_ENV ??= 'production'

  // A thread for each password that is hashed at a time (lib/token/secret.ts), and the usual four for everything else.
  process.env.UV_THREADPOOL_SIZE ||= String(4 + Math.max(1, availableParallelism() - 1))

  // By default, the heap doubles several times before the first full collection: a third more memory, and no faster.
  setFlagsFromString('--heap-growing-percent=50')

  // The end of the process that started this one, however it ended, is a signal to stop.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()

  import('../.server/server.js').catch((error) => {
    const isUnbuilt =
      error.code === 'ERR_MODULE_NOT_FOUND' && String(error.url ?? error.message).includes('.server/server.js')
    console.error(isUnbuilt ? 'There is no build: run npm run build first.' : error)
    process.exit(1)
  })
}

/**
 * Runs the server in another process. Signals go to it, and its exit status becomes this one's; if it has not stopped in time,
 * it is killed.
 */
function startAgain() {
  const env = { ...process.env, START_PID: String(process.pid) }
  // The C library reads this when a process starts. By default each thread that processes pictures keeps memory of its own,
  // in all a third more than the server needs.
  if (process.platform === 'linux') env.MALLOC_ARENA_MAX ||= '2'
  const server = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  let began
  let end
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      server.kill(signal)
      if (began !== undefined && performance.now() - began < sameSignal) return
      clearTimeout(end)
      end = setTimeout(
        () => {
          console.error('The server did not stop in time, and was killed.')
          server.kill('SIGKILL')
        },
        began === undefined ? stopMilliseconds : hurryMilliseconds,
      )
      began ??= performance.now()
    })
  server.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
