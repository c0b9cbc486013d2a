import { problem } from '@/lib/api/problem'

/** Runs a task when it is its turn. */
type Turn = <R>(task: () => Promise<R>) => Promise<R>

/**
 * Runs tasks that keep a processor busy: so many at once, in the order of arrival. Who comes while `capacity` others are
 * inside is refused at once, because whoever waits longer has given up before it is their turn.
 */
export class WorkQueue {
  private readonly waiting: (() => void)[] = []
  private running = 0
  private inside = 0

  constructor(
    private readonly atOnce: number,
    /** How many may be inside, running and waiting. */
    readonly capacity: number,
  ) {}

  /** Runs one task. Throws 503 `unavailable` with Retry-After where too many are inside. */
  run<R>(task: () => Promise<R>): Promise<R> {
    return this.enter((turn) => turn(task))
  }

  /**
   * Lets somebody in who has something to do before their task, such as counting the attempt: whoever is refused has cost
   * nothing yet. Throws like `run`.
   */
  async enter<R>(work: (turn: Turn) => Promise<R>): Promise<R> {
    if (this.inside >= this.capacity) {
      throw problem('unavailable', {
        detail: 'Too many passwords are being checked. Try again.',
        headers: { 'retry-after': '2' },
      })
    }
    this.inside++
    try {
      return await work((task) => this.inTurn(task))
    } finally {
      this.inside--
    }
  }

  private async inTurn<R>(task: () => Promise<R>): Promise<R> {
    if (this.running < this.atOnce) this.running++
    else await new Promise<void>((resolve) => this.waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = this.waiting.shift()
      // The place of the task that has ended goes to the next one.
      if (next) next()
      else this.running--
    }
  }
}
