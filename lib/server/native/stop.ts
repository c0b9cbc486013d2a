/** Two signals within this many milliseconds are one, which a process and the script that started it both got. */
const sameSignal = 500

/** Runs `stop` on the first signal, then exits; a second signal exits immediately. */
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
