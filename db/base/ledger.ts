import type { Database } from '@/db/connection/client'
import { base_entry } from '@/db/schema/base'

/** Writes each part once: a part that is missing or different later was deleted or changed by an administrator. */
export class Ledger {
  private readonly added: string[] = []

  private constructor(private readonly keys: Set<string>) {}

  static async open(tx: Database): Promise<Ledger> {
    const rows = await tx.select({ key: base_entry.key }).from(base_entry)
    return new Ledger(new Set(rows.map(({ key }) => key)))
  }

  has(key: string): boolean {
    return this.keys.has(key)
  }

  add(key: string): void {
    this.keys.add(key)
    this.added.push(key)
  }

  /** Returns the items that have not been written yet, and marks them as written. */
  due<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
    const found = items.filter((item) => !this.has(keyOf(item)))
    for (const item of found) this.add(keyOf(item))
    return found
  }

  async close(tx: Database): Promise<void> {
    if (this.added.length > 0) await tx.insert(base_entry).values(this.added.map((key) => ({ key })))
  }
}
