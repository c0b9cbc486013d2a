import { login_log } from '@/db/schema/log'
import type { Database } from '@/lib/database'
import { describeError } from './failure'
import { log } from './log'

type LoginRow = typeof login_log.$inferInsert

/** How work is kept alive after the answer. */
export type Later = (work: () => Promise<unknown>) => void

/**
 * What a handler wants remembered or done besides its answer. It only collects: the pipeline writes it inside the
 * transaction when the request succeeds, and in one of its own after a rollback, so that refused and failed attempts
 * are kept.
 */
export class Recorder {
  constructor(
    private readonly logins: LoginRow[] = [],
    private readonly works: (() => Promise<unknown>)[] = [],
  ) {}

  login(row: LoginRow): void {
    this.logins.push(row)
  }

  /** Work for after the commit, such as telling a provider. Dropped when the request fails; what fails in it is logged. */
  after(work: (() => Promise<unknown>) | undefined): void {
    if (work) this.works.push(work)
  }

  /** For one attempt of a transaction: what it collects goes with it when it is done again. */
  copy(): Recorder {
    return new Recorder([...this.logins], [...this.works])
  }

  get isEmpty(): boolean {
    return this.logins.length === 0
  }

  async write(db: Database): Promise<void> {
    if (this.logins.length > 0) await db.insert(login_log).values(this.logins)
  }

  start(later: Later = (work) => void work()): void {
    for (const work of this.works) {
      later(() => work().catch((error: unknown) => log().warn(describeError(error), 'work after an answer failed')))
    }
  }
}
