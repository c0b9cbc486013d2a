import { login_log, oper_log } from '@/db/schema/log'
import type { Database } from '@/lib/database'
import type { Audit, OperationRow } from './audit'
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

  /** What the last `audit` said; the pipeline asks for it. */
  audited: Audit | undefined

  /** What this write of the back office did. One that succeeds without saying so fails. */
  audit(audit: Audit): void {
    this.audited = audit
  }

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

  /** What was collected, and the request's row of the operation log, where it has one. */
  async write(db: Database, operation?: OperationRow): Promise<void> {
    if (this.logins.length > 0) await db.insert(login_log).values(this.logins)
    if (operation) await db.insert(oper_log).values(operation)
  }

  start(later: Later = (work) => void work()): void {
    for (const work of this.works) {
      later(() => work().catch((error: unknown) => log().warn(describeError(error), 'work after an answer failed')))
    }
  }
}
