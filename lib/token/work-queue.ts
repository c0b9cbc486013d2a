import { problem } from '@/lib/api/problem'

/**
 * Runs work that keeps a processor busy, so many at once and in the order of arrival; so many more wait. Work beyond
 * that is refused at once: whoever waits longer has given up before it is their turn.
 */
export class WorkQueue {
  private readonly turns: (() => void)[] = []
  private running = 0

  constructor(
    private readonly atOnce: number,
    private readonly mayWait: number,
  ) {}

  /** How much work it takes at a time, running and waiting. */
  get capacity(): number {
    return this.atOnce + this.mayWait
  }

  /** Runs `work` when it is its turn. Throws 503 `unavailable` with Retry-After where too much is waiting. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) {
      if (this.turns.length >= this.mayWait) {
        throw problem('unavailable', {
          detail: 'Too many passwords are being checked. Try again.',
          headers: { 'retry-after': '2' },
        })
      }
      await new Promise<void>((turn) => this.turns.push(turn))
    } else this.running++
    try {
      return await work()
    } finally {
      const next = this.turns.shift()
      // The place of whoever has finished goes to the next one.
      if (next) next()
      else this.running--
    }
  }
}
