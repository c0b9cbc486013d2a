import { problem } from '../endpoint/problem'

/** Runs a task when a slot is free. */
export type Slot = <R>(task: () => Promise<R>) => Promise<R>

interface Limits {
  /** The number of slots, which is the number of tasks that run at once. */
  atOnce: number
  /**
   * The maximum number of tasks inside, running and waiting. Absent: the number of tasks that can start within
   * `patience`, by the measured interval between two starts; unlimited without `patience`. A short rush of tasks is
   * then accepted as a whole. In a long rush, when tasks have been waiting for longer than `patience`, only a fifth as
   * many tasks may wait, so that accepted tasks start soon.
   */
  capacity?: number
  /** The name of the work in the problem: "Too many {work}." */
  work: string
  /** The longest time in milliseconds that a task waits for a slot. Absent: unlimited. */
  patience?: number | undefined
}

/**
 * The interval between two starts that is assumed before it is measured, in milliseconds. Short, so that too many tasks
 * are accepted at first rather than too few.
 */
const usualInterval = 1

/** The number of latest starts on which the mean values `interval` and `refusals` mostly depend. */
const remembered = 64

/** The number of seconds by which Retry-After grows with each refusal between two starts. */
const secondsPerRefusal = 8

/** The upper limit of Retry-After, in seconds. */
const maxRetrySeconds = 10

/**
 * Runs expensive tasks: at most `atOnce` at the same time, in the order of arrival. A new task is refused at once if
 * too many tasks are inside. A waiting task is refused after `patience`.
 */
export class WorkQueue {
  private readonly waiting: (() => void)[] = []
  private running = 0
  private inside = 0
  /** The mean interval between two starts while a task waits, in milliseconds. */
  private interval = usualInterval
  private lastSlot = 0
  /** The time from which tasks have been waiting without a break, from `performance.now()`. */
  private waitingSince = 0
  private refusedSinceSlot = 0
  /** The mean number of refusals between two starts. */
  private refusals = 0

  constructor(private readonly limits: Limits) {}

  /** The maximum number of tasks inside, running and waiting. Infinity if neither `capacity` nor `patience` is set. */
  get capacity(): number {
    const { atOnce, capacity, patience } = this.limits
    if (capacity !== undefined) return capacity
    if (patience === undefined) return Number.POSITIVE_INFINITY
    const isRush = this.waiting.length === 0 || performance.now() - this.waitingSince < patience
    return atOnce + Math.ceil((isRush ? patience : patience / 5) / this.interval)
  }

  /**
   * Runs one task. Throws 503 `unavailable` with Retry-After if too many tasks are inside, or if the task waits longer
   * than `patience`.
   */
  run<R>(task: () => Promise<R>): Promise<R> {
    return this.enter((slot) => slot(task))
  }

  /**
   * Reserves a place in the queue and runs `work`. `work` does the steps before the task, such as counting the attempt,
   * and then runs the task in `slot`. A caller that is refused at once costs nothing, because `work` does not run.
   * Throws like `run`.
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

  /**
   * Returns the problem for a refused task. Retry-After grows with the number of refusals, because refusing takes
   * processor time too. The delays are random, so that clients do not repeat all requests at the same moment.
   */
  private refused() {
    this.refusedSinceSlot++
    const seconds = Math.round((1 + secondsPerRefusal * this.refusals) * (0.5 + Math.random()))
    return problem('unavailable', {
      detail: `Too many ${this.limits.work}. Try again.`,
      headers: { 'retry-after': String(Math.min(seconds, maxRetrySeconds)) },
    })
  }
}
