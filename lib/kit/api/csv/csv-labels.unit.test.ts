import { expect, test } from 'vitest'
import { choicesOf } from '@/lib/kit/api/endpoint/columns'
import { english } from '@/lib/kit/i18n/messages'
import { endpoints } from '@/lib/server/endpoints'
import type { Endpoint } from '../endpoint/endpoint'
import { isListFile } from './csv'

/** Whether a text exists at a path such as `csv.paidAmount`. */
const has = (texts: object, path: string): boolean => {
  const [name = '', ...rest] = path.split('.')
  const found: unknown = Reflect.get(texts, name)
  return rest.length === 0
    ? found !== undefined
    : typeof found === 'object' && found !== null && has(found, rest.join('.'))
}

const all: readonly Endpoint[] = endpoints

test('the labels of files name existing columns and existing texts', () => {
  const wrong = all.flatMap(({ path, csv, output }) => {
    if (!csv || !isListFile(csv) || !output) return []
    const { texts, labels = {}, dictionaries = {}, values = {} } = csv
    const columns = choicesOf(output)
    return [
      ...[labels, dictionaries, values]
        .flatMap((words) => Object.keys(words))
        .filter((column) => !columns.includes(column))
        .map((column) => `${path} has no column ${column}`),
      ...[...Object.values(labels), ...Object.values(values)]
        .filter((name) => !has(english[texts], name))
        .map((name) => `${texts}.json has no ${name}, which the file of ${path} is to be labelled with`),
    ]
  })
  expect(wrong).toEqual([])
})
