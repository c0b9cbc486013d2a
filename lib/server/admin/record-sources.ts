import { flattenTree } from '@/lib/kit/api/rows/tree'
import { chooseLocale } from '@/lib/kit/i18n/locale'
import { nameOfCustomer } from '@/lib/kit/people/name'
import { foldedForm } from '@/lib/kit/plain-form'
import { dictTypeName } from '@/lib/oper_log/base-names'
import { findSettings } from '@/lib/server/admin/find-settings'
import { send } from '@/lib/server/client'
import { recordPath } from './record-path'

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

export const recordSources: readonly RecordSource[] = [
  {
    path: '/admin/user',
    find: async (q, signal) => {
      const { items } = await send('GET /cms/user', { query: { q, size }, signal })
      return items.map(({ id, username, nickname }) => ({
        label: nickname || (username ?? `#${id}`),
        description: username ?? `#${id}`,
        path: recordPath('user', id),
      }))
    },
  },
  {
    path: '/admin/customer',
    find: async (q, signal) => {
      const { items } = await send('GET /cms/customer', { query: { q, size }, signal })
      return items.map((customer) => ({
        label: nameOfCustomer(customer, shownLocale()),
        description: customer.mobile ?? customer.email ?? `#${customer.id}`,
        path: recordPath('customer', customer.id),
      }))
    },
  },
  {
    path: '/admin/group',
    find: async (q, signal) => {
      const { items } = await send('GET /cms/group', { query: { q, size }, signal })
      return items.map(({ id, name, description }) => ({ label: name, description, path: recordPath('group', id) }))
    },
  },
  {
    path: '/admin/order',
    find: async (q, signal) => {
      const { items } = await send('GET /cms/order', { query: { q, size }, signal })
      return items.map(({ id, order_no, customer }) => ({
        label: order_no,
        description: nameOfCustomer(customer, shownLocale()),
        path: recordPath('order', id),
      }))
    },
  },
  {
    path: '/admin/after_sale',
    find: async (q, signal) => {
      const { items } = await send('GET /cms/after_sale', { query: { q, size }, signal })
      return items.map(({ id, no, customer }) => ({
        label: no,
        description: nameOfCustomer(customer, shownLocale()),
        path: recordPath('after_sale', id),
      }))
    },
  },
  {
    path: '/admin/invoice',
    find: async (q, signal) => {
      const { items } = await send('GET /cms/invoice', { query: { q, size }, signal })
      return items.map(({ id, title, order_no }) => ({
        label: title,
        description: order_no,
        path: recordPath('invoice', id),
      }))
    },
  },
  {
    path: '/admin/product',
    find: async (q, signal) => {
      const { items } = await send('GET /cms/product', { query: { q, size }, signal })
      return items.map(({ id, name, category }) => ({
        label: name,
        description: category.name,
        path: recordPath('product', id),
      }))
    },
  },
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
  {
    path: '/admin/theme',
    find: async (q, signal) => {
      const { items } = await send('GET /cms/theme', { query: { q, size }, signal })
      return items.map(({ id, name }) => ({ label: name, description: `#${id}`, path: recordPath('theme', id) }))
    },
  },
  {
    path: '/admin/promotion',
    find: async (q, signal) => {
      const { items } = await send('GET /cms/promotion', { query: { q, size }, signal })
      return items.map(({ id, name, label }) => ({
        label: name,
        description: label,
        path: recordPath('promotion', id),
      }))
    },
  },
  {
    path: '/admin/freight_template',
    find: async (q, signal) => {
      const { items } = await send('GET /cms/freight_template', { query: { q, size }, signal })
      return items.map(({ id, name }) => ({
        label: name,
        description: `#${id}`,
        path: recordPath('freight_template', id),
      }))
    },
  },
  {
    path: '/admin/store',
    find: async (q, signal) => {
      const { items } = await send('GET /cms/store', { query: { q, size }, signal })
      return items.map(({ id, name, city }) => ({ label: name, description: city, path: recordPath('store', id) }))
    },
  },
  {
    path: '/admin/banner',
    find: async (q, signal) => {
      const { items } = await send('GET /cms/banner', { query: { q, size }, signal })
      return items.map(({ id, name, title }) => ({
        label: title || name,
        description: name,
        path: recordPath('banner', id),
      }))
    },
  },
  {
    path: '/admin/article',
    find: async (q, signal) => {
      const { items } = await send('GET /cms/article', { query: { q, size }, signal })
      return items.map(({ id, title, author }) => ({
        label: title,
        description: author || `#${id}`,
        path: recordPath('article', id),
      }))
    },
  },
  {
    path: '/admin/notice',
    find: async (q, signal) => {
      const { items } = await send('GET /cms/notice', { query: { q, size }, signal })
      return items.map(({ id, title }) => ({ label: title, description: `#${id}`, path: recordPath('notice', id) }))
    },
  },
  {
    path: '/admin/file',
    find: async (q, signal) => {
      const { items } = await send('GET /cms/file', { query: { q, size }, signal })
      return items.map(({ id, name, alt }) => ({ label: name, description: alt, path: recordPath('file', id) }))
    },
  },
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
