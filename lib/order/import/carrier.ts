import { and, eq } from 'drizzle-orm'
import { dict } from '@/db/schema/dict'
import type { Database } from '@/lib/kit/database'
import type { Read } from '@/lib/kit/import/cells'
import { foldedForm } from '@/lib/kit/plain-form'

/** People leave it out or write another: 顺丰, 顺丰快递 and 顺丰速运 are the same carrier. */
const ending = /(?:速运|快递|速递|物流|快运|express|logistics)$/

const withoutSpaces = (name: string) => foldedForm(name).replaceAll(/\s/g, '')

/** Errors: `not_found`, or `ambiguous` where several carriers match the text. */
export type Carriers = (text: string) => Read<string>

/** By value or name in either language, ignoring case and width; if none matches, by the name without suffix. */
export async function readCarriers(db: Database, which: 'enabled' | 'all' = 'enabled'): Promise<Carriers> {
  const entries = await db
    .select({ value: dict.value, label: dict.label, label_en: dict.label_en })
    .from(dict)
    .where(and(eq(dict.type, 'carrier'), which === 'enabled' ? eq(dict.status, which) : undefined))
    .orderBy(dict.id)
  const whole = new Map<string, Set<string>>()
  const short = new Map<string, Set<string>>()
  const add = (names: Map<string, Set<string>>, name: string, value: string) => {
    if (name) names.set(name, (names.get(name) ?? new Set()).add(value))
  }
  for (const { value, label, label_en } of entries) {
    for (const name of [value, label, label_en].map(withoutSpaces)) {
      add(whole, name, value)
      add(short, name.replace(ending, ''), value)
    }
  }
  return (text) => {
    const name = withoutSpaces(text)
    const [value, ...others] = whole.get(name) ?? short.get(name.replace(ending, '')) ?? []
    if (value === undefined) return { code: 'not_found' }
    return others.length > 0 ? { code: 'ambiguous' } : { value }
  }
}
