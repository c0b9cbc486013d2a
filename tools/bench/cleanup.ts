type Stop = () => Promise<void>

const started: Stop[] = []
let ending: Promise<void> | undefined

/** Calls `stop` when the run ends for any reason; immediately if it is already ending. */
export function onEnd(stop: Stop): void {
  if (ending) void stop()
  else started.push(stop)
}

/** Stops everything that was started, in reverse order. */
export function endAll(): Promise<void> {
  ending ??= (async () => {
    for (const stop of started.reverse()) {
      await stop().catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
    }
  })()
  return ending
}

/** Whether the run is ending. Ctrl-C also reaches the child processes, so errors are then expected. */
export const isEnding = () => ending !== undefined

for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
  process.on(signal, () => void endAll().then(() => process.exit(code)))
}
