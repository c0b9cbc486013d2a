import { login_log, oper_log } from '@/db/schema/log'
import type { Database } from '@/lib/database'
import type { Audit, Done, OperationRow } from './audit'
import { describeError } from './failure'
import { log } from './log'
import type { Problem } from './problem'

type LoginRow = typeof login_log.$inferInsert

/** How work is kept alive after the answer. */
export type WaitUntil = (work: () => Promise<unknown>) => void

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

  /** What `audit` and `refused` said, in that order; the pipeline asks for it. */
  operations: Done[] | undefined

  /** What this write of the admin did: a row of the operation log. One that succeeds without saying so fails. */
  audit(audit: Audit): void {
    this.did(audit)
  }

  /** What this write tried at one of several records and was refused, while the request as a whole succeeds. */
  refused(target: Audit['target'], problem: Problem): void {
    this.did({ target, problem })
  }

  private did(done: Done): void {
    this.operations ??= []
    this.operations.push(done)
  }

  login(row: LoginRow): void {
    this.logins.push(row)
  }

  /** Work for after the commit, such as telling a provider. Dropped when the request fails; what fails in it is logged. */
  afterCommit(work: (() => Promise<unknown>) | undefined): void {
    if (work) this.works.push(work)
  }

  /** For one attempt of a transaction: what it collects goes with it when it is done again. */
  copy(): Recorder {
    return new Recorder([...this.logins], [...this.works])
  }

  /** Takes over what another has collected: a part of the request that succeeded. */
  add({ logins, works, operations }: Recorder): void {
    this.logins.push(...logins)
    this.works.push(...works)
    for (const one of operations ?? []) this.did(one)
  }

  get isEmpty(): boolean {
    return this.logins.length === 0
  }

  /** What was collected, and the request's rows of the operation log, where it has some. */
  async write(db: Database, operations?: OperationRow[]): Promise<void> {
    if (this.logins.length > 0) await db.insert(login_log).values(this.logins)
    if (operations) await db.insert(oper_log).values(operations)
  }

  start(waitUntil: WaitUntil = (work) => void work()): void {
    for (const work of this.works) {
      waitUntil(() => work().catch((error: unknown) => log().warn(describeError(error), 'work after an answer failed')))
    }
  }
}
