import { problem } from '../endpoint/problem'

export type Slot = <R>(task: () => Promise<R>) => Promise<R>

interface Limits {
  atOnce: number
  /**
   * Tasks inside, running and waiting. Absent: as many as can start within `patience`, by the measured interval between
   * starts; in a long rush, a fifth of that may wait, so that accepted tasks start soon.
   */
  capacity?: number
  /** Named in the problem: "Too many {work}." */
  work: string
  /** Milliseconds that a task waits for a slot. Absent: unlimited. */
  patience?: number | undefined
}

/** In milliseconds, before measuring. Short: rather too many tasks are accepted at first than too few. */
const usualInterval = 1

/** Starts on which the mean values `interval` and `refusals` mostly depend. */
const remembered = 64

/** Growth of Retry-After with each refusal between two starts. */
const secondsPerRefusal = 8

const maxRetrySeconds = 10

/** In the order of arrival. Refuses a task at once if too many are inside, and a waiting task after `patience`. */
export class WorkQueue {
  private readonly waiting: (() => void)[] = []
  private running = 0
  private inside = 0
  /** Between two starts while a task waits, in milliseconds. */
  private interval = usualInterval
  private lastSlot = 0
  /** Tasks have been waiting since then without a break, by `performance.now()`. */
  private waitingSince = 0
  private refusedSinceSlot = 0
  /** The mean number between two starts. */
  private refusals = 0

  constructor(private readonly limits: Limits) {}

  /** Infinity if neither `capacity` nor `patience` is set. */
  get capacity(): number {
    const { atOnce, capacity, patience } = this.limits
    if (capacity !== undefined) return capacity
    if (patience === undefined) return Number.POSITIVE_INFINITY
    const isRush = this.waiting.length === 0 || performance.now() - this.waitingSince < patience
    return atOnce + Math.ceil((isRush ? patience : patience / 5) / this.interval)
  }

  get counts() {
    return { running: this.running, waiting: this.waiting.length }
  }

  /** Throws 503 `unavailable` with Retry-After if too many tasks are inside, or after `patience`. */
  run<R>(task: () => Promise<R>): Promise<R> {
    return this.enter((slot) => slot(task))
  }

  /**
   * `work` does steps before the task, such as counting the attempt, and runs the task in `slot`. A caller that is
   * refused at once costs nothing. Throws like `run`.
   */
  async enter<R>(work: (slot: Slot) => Promise<R>): Promise<R> {
    if (this.inside >= this.capacity) throw this.refused()
    this.inside++
    try {
      return await work((task) => this.inSlot(task))
    } finally {
      this.inside--
    }
  }

  private async inSlot<R>(task: () => Promise<R>): Promise<R> {
    if (this.running < this.limits.atOnce) this.running++
    else await this.wait()
    try {
      return await task()
    } finally {
      const next = this.waiting.shift()
      // The slot of the ended task goes to the next one.
      if (next) {
        const now = performance.now()
        this.interval += (now - this.lastSlot - this.interval) / remembered
        this.lastSlot = now
        this.refusals += (this.refusedSinceSlot - this.refusals) / remembered
        this.refusedSinceSlot = 0
        next()
      } else this.running--
    }
  }

  private wait(): Promise<void> {
    const { patience } = this.limits
    if (this.waiting.length === 0) this.waitingSince = this.lastSlot = performance.now()
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

  /** Retry-After grows with the refusals, which take processor time too, and is random, so that clients spread. */
  private refused() {
    this.refusedSinceSlot++
    const seconds = Math.round((1 + secondsPerRefusal * this.refusals) * (0.5 + Math.random()))
    return problem('unavailable', {
      detail: `Too many ${this.limits.work}. Try again.`,
      headers: { 'retry-after': String(Math.min(seconds, maxRetrySeconds)) },
    })
  }
}
