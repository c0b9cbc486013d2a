import { login_log, oper_log } from '@/db/schema/log'
import type { Database } from '@/lib/kit/database'
import type { Problem } from '../endpoint/problem'
import type { Audit, Done, OperationRow } from './audit'
import { describeError } from './failure'
import { log } from './log'

type LoginRow = typeof login_log.$inferInsert

/** Runs work and keeps the process alive until the work has ended, even after the response. */
export type WaitUntil = (work: () => Promise<unknown>) => void

/**
 * Collects the records of a handler: rows of the audit log and the log of sign-ins, and work after the commit. If the
 * request succeeds, the pipeline writes the rows in the transaction of the request. After a rollback, the pipeline
 * writes the sign-ins and the refusal in a separate transaction.
 */
export class Recorder {
  constructor(
    private readonly logins: LoginRow[] = [],
    private readonly works: (() => Promise<unknown>)[] = [],
  ) {}

  /**
   * The records that `audit` and `refused` have added, in the sequence of the calls. Empty after `changesNothing`
   * alone. undefined: no method has been called, which is an error for a write of the admin.
   */
  operations: Done[] | undefined

  /**
   * Records a change by the admin as a row of the audit log. A write that needs a permission fails if it records
   * nothing.
   */
  audit(audit: Audit): void {
    this.addOperation(audit)
  }

  /** Records a refused change of one of several records, while the request as a whole succeeds. */
  refused(target: Audit['target'], problem: Problem): void {
    this.addOperation({ target, problem })
  }

  /** Marks a write of the admin that changed nothing, such as a dry run. The write then has no row in the audit log. */
  changesNothing(): void {
    this.operations ??= []
  }

  private addOperation(done: Done): void {
    this.operations ??= []
    this.operations.push(done)
  }

  login(row: LoginRow): void {
    this.logins.push(row)
  }

  /**
   * Adds a statement whose result the response does not need. The statement is sent right before the commit, without
   * waiting for its result, which saves a round trip. If the statement fails, the transaction is rolled back and the
   * request fails. `send` must return a statement that is already sent: a prepared statement, or `.execute()`.
   */
  withCommit(send: () => Promise<unknown>): void {
    this.last.push(send)
  }

  /** The statements that `withCommit` has added. The transaction sends them right before the commit. */
  readonly last: (() => Promise<unknown>)[] = []

  /**
   * Adds work to run after the commit, such as notifying a provider. The work does not run if the request fails. Errors
   * of the work are logged.
   */
  afterCommit(work: (() => Promise<unknown>) | undefined): void {
    if (work) this.works.push(work)
  }

  /**
   * Returns a copy for one attempt of a transaction, so that a second attempt starts without the records of the first
   * attempt.
   */
  copy(): Recorder {
    return new Recorder([...this.logins], [...this.works])
  }

  /**
   * Adds everything that another recorder has collected. Used for a part of the request with a separate recorder, after
   * the part has succeeded.
   */
  add({ logins, works, last, operations }: Recorder): void {
    this.logins.push(...logins)
    this.works.push(...works)
    this.last.push(...last)
    for (const operation of operations ?? []) this.addOperation(operation)
  }

  get isEmpty(): boolean {
    return this.logins.length === 0
  }

  /** Writes the collected sign-ins and the given rows of the audit log. */
  async write(db: Database, operations?: OperationRow[]): Promise<void> {
    if (this.logins.length > 0) await db.insert(login_log).values(this.logins)
    if (operations?.length) await db.insert(oper_log).values(operations)
  }

  start(waitUntil: WaitUntil = (work) => void work()): void {
    for (const work of this.works) {
      waitUntil(() =>
        work().catch((error: unknown) => log().warn(describeError(error), 'work after a response failed')),
      )
    }
  }
}
