import { login_log } from '@/db/schema/log'
import type { Database } from '@/lib/database'

type LoginRow = typeof login_log.$inferInsert

/**
 * What a handler wants remembered. It only collects: the pipeline writes it inside the transaction when the request
 * succeeds, and in one of its own after a rollback, so that refused and failed attempts are kept.
 */
export class Recorder {
  private logins: LoginRow[] = []

  login(row: LoginRow): void {
    this.logins.push(row)
  }

  get isEmpty(): boolean {
    return this.logins.length === 0
  }

  async write(db: Database): Promise<void> {
    if (this.logins.length > 0) await db.insert(login_log).values(this.logins)
    this.logins = []
  }
}
