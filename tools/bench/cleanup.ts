type Stop = () => Promise<void>

const started: Stop[] = []
let ending: Promise<void> | undefined

/** Calls `stop` when the benchmark ends for any reason; immediately if the benchmark is already ending. */
export function onEnd(stop: Stop): void {
  if (ending) void stop()
  else started.push(stop)
}

/** Calls the `stop` functions of everything that was started, in reverse order. */
export function endAll(): Promise<void> {
  ending ??= (async () => {
    for (const stop of started.reverse()) {
      await stop().catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
    }
  })()
  return ending
}

/** Whether the benchmark is ending. Errors are then expected, because Ctrl-C also ends the child processes. */
export const isEnding = () => ending !== undefined

for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
  process.on(signal, () => void endAll().then(() => process.exit(code)))
}
