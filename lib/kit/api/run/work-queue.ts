import { problem } from '@/lib/kit/api/endpoint/problem'

/** Runs a task when it is its turn. */
export type Turn = <R>(task: () => Promise<R>) => Promise<R>

interface Limits {
  /** How many tasks run at once. */
  atOnce: number
  /**
   * How many may be inside, running and waiting. By default it is measured: as many as should have their turn within
   * `patience`, or within a fifth of it where the queue has not been empty for as long. So a rush is worked off, and
   * who is let in during a longer one is answered soon.
   */
  capacity?: number
  /** What is refused, for the sentence of the problem: "Too many {work}." */
  work: string
  /** How long a task waits for its turn, in milliseconds; by default as long as it takes. */
  patience?: number | undefined
}

/** Until it is measured: how long it takes from one turn to the next, in milliseconds. Rather let one more in. */
const usualInterval = 1

/** How many turns back is measured, about. */
const remembered = 64

/** For each that is refused from one turn to the next, who is refused should come again so many seconds later. */
const secondsPerRefusal = 8

/** After so many seconds at most, who was refused should come again. */
const maxRetrySeconds = 10

/**
 * Runs expensive tasks: so many at once, in the order of arrival. A task that comes while too many others are inside is
 * refused at once, and one whose turn does not come in time is refused then.
 */
export class WorkQueue {
  private readonly waiting: (() => void)[] = []
  private running = 0
  private inside = 0
  /** From one turn to the next while somebody waits, in milliseconds: its mean. */
  private interval = usualInterval
  private lastTurn = 0
  /** Since when somebody waits. */
  private waitingSince = 0
  private refusedSinceTurn = 0
  /** How many are refused from one turn to the next: its mean. */
  private refusals = 0

  constructor(private readonly limits: Limits) {}

  /** How many may be inside, running and waiting. */
  get capacity(): number {
    const { atOnce, capacity, patience } = this.limits
    if (capacity !== undefined) return capacity
    if (patience === undefined) return Number.POSITIVE_INFINITY
    const isRush = this.waiting.length === 0 || performance.now() - this.waitingSince < patience
    return atOnce + Math.ceil((isRush ? patience : patience / 5) / this.interval)
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
      if (next) {
        const now = performance.now()
        this.interval += (now - this.lastTurn - this.interval) / remembered
        this.lastTurn = now
        this.refusals += (this.refusedSinceTurn - this.refusals) / remembered
        this.refusedSinceTurn = 0
        next()
      } else this.running--
    }
  }

  private wait(): Promise<void> {
    const { patience } = this.limits
    if (this.waiting.length === 0) this.waitingSince = this.lastTurn = performance.now()
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

  /**
   * The more are refused, the later they should come back, or refusing them would take the time of those who are let in;
   * and not all of them at the same moment.
   */
  private refused() {
    this.refusedSinceTurn++
    const seconds = Math.round((1 + secondsPerRefusal * this.refusals) * (0.5 + Math.random()))
    return problem('unavailable', {
      detail: `Too many ${this.limits.work}. Try again.`,
      headers: { 'retry-after': String(Math.min(seconds, maxRetrySeconds)) },
    })
  }
}
