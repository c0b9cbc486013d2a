import { login_log, oper_log } from '@/db/schema/log'
import type { Database } from '@/lib/kit/database'
import type { Problem } from '../endpoint/problem'
import type { Audit, Done, OperationRow } from './audit'
import { describeError } from './failure'
import { log } from './log'

type LoginRow = typeof login_log.$inferInsert

/** Keeps the process alive until the work has ended, even after the response. */
export type WaitUntil = (work: () => Promise<unknown>) => void

/**
 * The pipeline writes these rows in the transaction of the request. After a rollback, it writes the sign-ins and the
 * refusal in a separate transaction.
 */
export class Recorder {
  constructor(
    private readonly logins: LoginRow[] = [],
    private readonly works: (() => Promise<unknown>)[] = [],
  ) {}

  /** Empty after `changesNothing` alone. undefined: no method was called, an error for a write of the admin. */
  operations: Done[] | undefined

  /** A write that needs a permission fails if it records nothing. */
  audit(audit: Audit): void {
    this.addOperation(audit)
  }

  /** One of several records was refused, while the request as a whole succeeds. */
  refused(target: Audit['target'], problem: Problem): void {
    this.addOperation({ target, problem })
  }

  /** For a write of the admin such as a dry run, which then has no row in the audit log. */
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
   * Sent right before the commit without waiting, which saves a round trip; a failure rolls back. `send` must return a
   * statement that is already sent: a prepared statement, or `.execute()`.
   */
  withCommit(send: () => Promise<unknown>): void {
    this.last.push(send)
  }

  /** Added by `withCommit`. */
  readonly last: (() => Promise<unknown>)[] = []

  /** Such as notifying a provider. Does not run if the request fails. Errors are logged. */
  afterCommit(work: (() => Promise<unknown>) | undefined): void {
    if (work) this.works.push(work)
  }

  /** For one attempt of a transaction, so that a second one starts without the records of the first. */
  copy(): Recorder {
    return new Recorder([...this.logins], [...this.works])
  }

  /** For a part of the request with its own recorder, after the part has succeeded. */
  add({ logins, works, last, operations }: Recorder): void {
    this.logins.push(...logins)
    this.works.push(...works)
    this.last.push(...last)
    for (const operation of operations ?? []) this.addOperation(operation)
  }

  get isEmpty(): boolean {
    return this.logins.length === 0
  }

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
