import { asc } from 'drizzle-orm'
import { createFormatter, createTranslator } from 'next-intl'
import { z } from 'zod'
import { dict } from '@/db/schema/dict'
import { namesIn, permissionNames } from '@/lib/auth/names'
import type { Language } from '@/lib/kit/api/csv/csv'
import type { Database } from '@/lib/kit/database'
import { grouped } from '@/lib/kit/grouped'
import { faultTextIn, problemTextIn, spreadsheetFaultTextIn } from '@/lib/kit/i18n/fault-text'
import { formats } from '@/lib/kit/i18n/formats'
import { inLocale } from '@/lib/kit/i18n/locale'
import { type Messages, messagesIn } from '@/lib/kit/i18n/messages'
import { LoggedOperation } from './schema'
import { isDenial, sentencesIn } from './sentences'
import type { Words } from './values'

/** XLSX allows 32,767; the difference leaves room for the apostrophes that escape a text. */
const maxCell = 32_000

/** Their headers are in the namespace `oper_log`. */
const columns = ['created_at', 'actor', 'happened', 'difference', 'result', 'code', 'ip', 'request', 'request_id']

/** `sentencesIn` outside of React. */
export function sentencesOf(messages: Messages, { locale, zone }: Language, dictionaries: Words['dictionaries']) {
  const format = createFormatter({ locale, timeZone: zone, formats })
  const t = createTranslator({ locale, messages, namespace: 'history', timeZone: zone, formats })
  const tRefusal = createTranslator({ locale, messages, namespace: 'refusal', timeZone: zone, formats })
  return sentencesIn(t, {
    locale,
    messages,
    format,
    names: permissionNames(namesIn(messages)),
    dictionaries,
    faultText: faultTextIn(tRefusal, format, messages.refusal),
    spreadsheetFaultText: spreadsheetFaultTextIn(tRefusal, messages.refusal),
    problemText: problemTextIn(tRefusal, messages.refusal),
  })
}

/** `rowOf` describes an operation in sentences, with all changes in one cell. */
export async function linesInWords(db: Database, language: Language) {
  const [messages, entries] = await Promise.all([
    messagesIn(language.locale),
    db.select().from(dict).orderBy(asc(dict.type), asc(dict.sort_order)),
  ])
  const labelled = entries.map(({ type, value, label, label_en }) => ({
    type,
    value,
    label: inLocale(language.locale, label, label_en),
  }))
  const dictionaries = Object.fromEntries(grouped(labelled, ({ type }) => type))
  const { actorOf, sentenceOf, changesOf, reasonOf } = sentencesOf(messages, language, dictionaries)
  const { done, refused, failed } = messages.oper_log
  const rowOf = (item: unknown) => {
    const operation = Item.parse(item)
    const { success, status, method, path } = operation
    return {
      ...operation,
      actor: actorOf(operation),
      happened: cut(sentenceOf(operation)),
      difference: cut(
        changesOf(operation)
          .map(({ whole }) => whole)
          .join('\n'),
      ),
      result: success ? done : isDenial(status) ? refused : failed,
      code: reasonOf(operation),
      request: `${method} ${path}`,
    }
  }
  return { columns, rowOf }
}

const Item = z.looseObject(LoggedOperation.shape)

const cut = (text: string) => (text.length > maxCell ? `${text.slice(0, maxCell).toWellFormed()}…` : text)
