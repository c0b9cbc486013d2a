// `npm start`: runs the built server. CommonJS, because Node's thread pool gets its size at its first use, and loading
// an ES module already uses it. NODE_ENV is also set first, because Next and React read it when they load.

const { spawn } = require('node:child_process')
const { availableParallelism, constants } = require('node:os')
const { setFlagsFromString } = require('node:v8')

/** Time for the server to stop, in milliseconds. The server limits itself to ten seconds. */
const stopMilliseconds = 12_000

/** Time to stop after a second signal, in milliseconds. Two signals within `sameSignal` milliseconds count as one. */
const hurryMilliseconds = 1_000
const sameSignal = 500

// Only systemd, containers and such set this variable, and they kill a server that does not stop. Without them, this
// script waits for signals in a process of its own, because a server with a blocked event loop does not notice them.
// On Windows there are no signals to pass on.
if (process.platform === 'win32' || process.env.MALLOC_ARENA_MAX) startServer()
else startAgain()

function startServer() {
  process.env.NODE_ENV ??= 'production'

  // One thread for each password that is hashed at a time (lib/token/secret.ts), and the usual four for other work.
  process.env.UV_THREADPOOL_SIZE ||= String(4 + Math.max(1, availableParallelism() - 1))

  // By default, the heap doubles several times before the first full collection, which takes a third more memory
  // without more speed.
  setFlagsFromString('--heap-growing-percent=50')

  // If the process that started this one ends, for any reason, the server stops.
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
 * Runs the server in another process, because an environment variable for its memory must be set when the process
 * starts. Passes signals on to the server and exits with its exit status. Kills a server that has not stopped in time.
 */
function startAgain() {
  // The C library of Linux reads this variable when a process starts. By default, each thread that processes pictures
  // keeps its own memory, in total a third more than the server needs.
  const env = { ...process.env, MALLOC_ARENA_MAX: '2' }
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
  // The demonstration, which started this script, was killed.
  process.once('disconnect', () => server.kill('SIGTERM'))
  server.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
