/** Milliseconds: a process and its start script may both receive the signal. */
const sameSignal = 500

/** Code 1 if `stop` fails. A second signal exits immediately, unless within `sameSignal`. */
export function stopOn(signals: NodeJS.Signals[], stop: () => Promise<void>): void {
  let began: number | undefined
  for (const signal of signals) {
    process.on(signal, () => {
      if (began !== undefined) {
        if (performance.now() - began > sameSignal) process.exit(1)
        return
      }
      began = performance.now()
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`)
          process.exit(1)
        },
      )
    })
  }
}
