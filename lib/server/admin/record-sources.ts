import { flattenTree } from '@/lib/kit/api/rows/tree'
import { chooseLocale } from '@/lib/kit/i18n/locale'
import { type CustomerName, nameOfCustomer } from '@/lib/kit/people/name'
import { foldedForm } from '@/lib/kit/plain-form'
import { dictTypeName } from '@/lib/oper_log/base-names'
import { findSettings } from '@/lib/server/admin/find-settings'
import { send } from '@/lib/server/client'
import { listPath, recordPath } from './record-path'

export interface FoundRecord {
  label: string
  /** Distinguishes records with the same name. */
  description: string
  path: string
}

/** For the command palette, if the user may open the admin page at `path`. */
interface RecordSource {
  path: string
  find(q: string, signal: AbortSignal): Promise<FoundRecord[]>
}

const shownLocale = () => chooseLocale(document.documentElement.lang, null)

/** Results per source. */
const size = 5

/** Records of an admin page that the server searches. `textsOf`: the texts for a found record. */
const searched = <Row extends { id: number }>(
  resource: string,
  search: (query: { q: string; size: number }, signal: AbortSignal) => Promise<{ items: readonly Row[] }>,
  textsOf: (row: Row) => Omit<FoundRecord, 'path'>,
): RecordSource => ({
  path: listPath(resource),
  find: async (q, signal) =>
    (await search({ q, size }, signal)).items.map((row) => ({ ...textsOf(row), path: recordPath(resource, row.id) })),
})

export const recordSources: readonly RecordSource[] = [
  searched(
    'user',
    (query, signal) => send('GET /cms/user', { query, signal }),
    ({ id, username, nickname }) => ({ label: nickname || (username ?? `#${id}`), description: username ?? `#${id}` }),
  ),
  searched(
    'customer',
    (query, signal) => send('GET /cms/customer', { query, signal }),
    (customer) => ({
      label: nameOfCustomer(customer, shownLocale()),
      description: customer.mobile ?? customer.email ?? `#${customer.id}`,
    }),
  ),
  searched(
    'group',
    (query, signal) => send('GET /cms/group', { query, signal }),
    ({ name, description }) => ({ label: name, description }),
  ),
  searched(
    'order',
    (query, signal) => send('GET /cms/order', { query, signal }),
    ({ order_no, customer, receiver }) => ({
      label: order_no,
      description: nameOfCustomer(customer, shownLocale(), receiver.name),
    }),
  ),
  searched(
    'after_sale',
    (query, signal) => send('GET /cms/after_sale', { query, signal }),
    ({ no, customer }) => ({ label: no, description: nameOfCustomer(customer, shownLocale()) }),
  ),
  searched(
    'invoice',
    (query, signal) => send('GET /cms/invoice', { query, signal }),
    ({ title, order_no }) => ({ label: title, description: order_no }),
  ),
  searched(
    'product',
    (query, signal) => send('GET /cms/product', { query, signal }),
    ({ name, category }) => ({ label: name, description: category.name }),
  ),
  {
    path: '/admin/category',
    find: async (q, signal) => {
      const needle = foldedForm(q)
      const categories = flattenTree(await send('GET /cms/category', { signal }))
      const names = new Map(categories.map(({ id, name }) => [id, name]))
      return categories
        .filter(({ name }) => foldedForm(name).includes(needle))
        .slice(0, size)
        .map(({ id, name, parent_id }) => ({
          label: name,
          description: (parent_id !== null && names.get(parent_id)) || `#${id}`,
          path: recordPath('category', id),
        }))
    },
  },
  searched(
    'theme',
    (query, signal) => send('GET /cms/theme', { query, signal }),
    ({ id, name }) => ({ label: name, description: `#${id}` }),
  ),
  searched(
    'promotion',
    (query, signal) => send('GET /cms/promotion', { query, signal }),
    ({ name, label }) => ({ label: name, description: label }),
  ),
  searched(
    'freight_template',
    (query, signal) => send('GET /cms/freight_template', { query, signal }),
    ({ id, name }) => ({ label: name, description: `#${id}` }),
  ),
  searched(
    'carrier_account',
    (query, signal) => send('GET /cms/carrier_account', { query, signal }),
    ({ name, biz_id }) => ({ label: name, description: biz_id }),
  ),
  searched(
    'store',
    (query, signal) => send('GET /cms/store', { query, signal }),
    ({ name, city }) => ({ label: name, description: city }),
  ),
  searched(
    'banner',
    (query, signal) => send('GET /cms/banner', { query, signal }),
    ({ name, title }) => ({ label: title || name, description: name }),
  ),
  searched(
    'article',
    (query, signal) => send('GET /cms/article', { query, signal }),
    ({ id, title, author }) => ({ label: title, description: author || `#${id}` }),
  ),
  searched(
    'notice',
    (query, signal) => send('GET /cms/notice', { query, signal }),
    ({ id, title }) => ({ label: title, description: `#${id}` }),
  ),
  searched(
    'file',
    (query, signal) => send('GET /cms/file', { query, signal }),
    ({ name, alt }) => ({ label: name, description: alt }),
  ),
  {
    path: '/admin/dict',
    find: async (q, signal) => {
      const needle = foldedForm(q)
      const types = await send('GET /cms/dict_type', { signal })
      return types
        .map((one) => ({ ...one, label: dictTypeName(shownLocale(), one) }))
        .filter(({ type, name, label }) => foldedForm(`${type} ${name} ${label}`).includes(needle))
        .slice(0, size)
        .map(({ type, label }) => ({ label, description: type, path: `/admin/dict?type=${type}` }))
    },
  },
  {
    path: '/admin/config',
    find: (q) => findSettings(q, shownLocale(), size),
  },
]

interface Option {
  value: string
  label: string
}

/** Records from which users choose one. `search`: an empty text returns the first records. */
const chosen = <Row extends { id: number }>(
  search: (query: { q?: string; size: number }) => Promise<{ items: readonly Row[] }>,
  read: (id: number) => Promise<Row>,
  nameOf: (row: Row) => string,
) => {
  const optionOf = (row: Row): Option => ({ value: String(row.id), label: nameOf(row) })
  return {
    search: async (q: string) => (await search({ size: 20, ...(q && { q }) })).items.map(optionOf),
    find: async (id: number) => optionOf(await read(id)),
  }
}

interface Named {
  id: number
  name: string
}

interface Staff {
  id: number
  username: string | null
  nickname: string
}

const nameOf = ({ name }: Named) => name

/** The records that users search in filters, by resource. */
export const recordOptions = {
  customer: chosen<CustomerName>(
    (query) => send('GET /cms/customer', { query }),
    (id) => send('GET /cms/customer/{id}', { params: { id } }),
    (customer) => nameOfCustomer(customer, shownLocale()),
  ),
  group: chosen<Named>(
    (query) => send('GET /cms/group', { query }),
    (id) => send('GET /cms/group/{id}', { params: { id } }),
    nameOf,
  ),
  product: chosen<Named>(
    (query) => send('GET /cms/product', { query }),
    (id) => send('GET /cms/product/{id}', { params: { id } }),
    nameOf,
  ),
  // Filters are about coupons.
  promotion: chosen<Named>(
    (query) => send('GET /cms/promotion', { query: { ...query, with_coupons: 'true' } }),
    (id) => send('GET /cms/promotion/{id}', { params: { id } }),
    nameOf,
  ),
  user: chosen<Staff>(
    (query) => send('GET /cms/user', { query }),
    (id) => send('GET /cms/user/{id}', { params: { id } }),
    ({ username, nickname }) => (username ? `${nickname} (${username})` : nickname),
  ),
}

export type SearchedResource = keyof typeof recordOptions
