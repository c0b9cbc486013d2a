import { problem } from './problem'

/** Runs a task when it is its turn. */
type Turn = <R>(task: () => Promise<R>) => Promise<R>

interface Limits {
  /** How many tasks run at once. */
  atOnce: number
  /** How many may be inside, running and waiting. */
  capacity: number
  /** What is refused, for the sentence of the problem: "Too many {work}." */
  work: string
  /** How long a task waits for its turn, in milliseconds; by default as long as it takes. */
  patience?: number
}

/**
 * Runs expensive tasks: so many at once, in the order of arrival. A task that comes while `capacity` others are inside is
 * refused at once, and one whose turn does not come in time is refused then.
 */
export class WorkQueue {
  private readonly waiting: (() => void)[] = []
  private running = 0
  private inside = 0

  constructor(private readonly limits: Limits) {}

  /** How many may be inside, running and waiting. */
  get capacity(): number {
    return this.limits.capacity
  }

  /** Runs one task. Throws 503 `unavailable` with Retry-After where too many are inside. */
  run<R>(task: () => Promise<R>): Promise<R> {
    return this.enter((turn) => turn(task))
  }

  /**
   * Lets somebody in who has something to do before their task, such as counting the attempt: whoever is refused has cost
   * nothing yet. Throws like `run`.
   */
  async enter<R>(work: (turn: Turn) => Promise<R>): Promise<R> {
    if (this.inside >= this.capacity) throw this.refused()
    this.inside++
    try {
      return await work((task) => this.inTurn(task))
    } finally {
      this.inside--
    }
  }

  private async inTurn<R>(task: () => Promise<R>): Promise<R> {
    if (this.running < this.limits.atOnce) this.running++
    else await this.wait()
    try {
      return await task()
    } finally {
      const next = this.waiting.shift()
      // The place of the task that has ended goes to the next one.
      if (next) next()
      else this.running--
    }
  }

  private wait(): Promise<void> {
    const { patience } = this.limits
    return new Promise((resolve, reject) => {
      const timer =
        patience !== undefined &&
        setTimeout(() => {
          this.waiting.splice(this.waiting.indexOf(begin), 1)
          reject(this.refused())
        }, patience)
      const begin = () => {
        if (timer) clearTimeout(timer)
        resolve()
      }
      this.waiting.push(begin)
    })
  }

  private refused() {
    return problem('unavailable', {
      detail: `Too many ${this.limits.work}. Try again.`,
      headers: { 'retry-after': '2' },
    })
  }
}
