type Stop = () => Promise<void>

const started: Stop[] = []
let ending: Promise<void> | undefined

/** Has `stop` called when the run ends, whatever ends it; at once where it is ending already. */
export function onEnd(stop: Stop): void {
  if (ending) void stop()
  else started.push(stop)
}

/** Ends everything that was started, the last one first. */
export function endAll(): Promise<void> {
  ending ??= (async () => {
    for (const stop of started.reverse()) {
      await stop().catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
    }
  })()
  return ending
}

/** Ctrl-C reaches the children, too: what then fails in the run itself is no news. */
export const isEnding = () => ending !== undefined

for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
  process.on(signal, () => void endAll().then(() => process.exit(code)))
}
