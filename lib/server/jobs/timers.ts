import { jobs, runJob } from './jobs'

/** Never twice at the same time. Processes with the same database share the work. Returns a function that stops. */
export function startTimers(): () => Promise<void> {
  const running = new Set<Promise<void>>()
  const timers = jobs().map((job) => {
    let isRunning = false
    const tick = async () => {
      if (isRunning) return
      isRunning = true
      await runJob(job)
      isRunning = false
    }
    return setInterval(() => {
      const ticking = tick().finally(() => running.delete(ticking))
      running.add(ticking)
    }, job.seconds * 1_000)
  })
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(running)
  }
}
