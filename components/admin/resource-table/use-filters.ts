'use client'

import { useSearchParams } from 'next/navigation'
import { useMayOpen } from '@/components/admin/frame/admin-context'
import { listPath } from '@/lib/server/admin/record-path'
import type { SearchedResource } from '@/lib/server/admin/record-sources'
import type { Filter, Option, ShownFilter } from './declaration'

type LabelOf = (name: string, label: string | undefined) => string

/** Records of `rows` are offered first. */
export function useFilters<Row>(filters: readonly Filter<Row>[], rows: readonly Row[], labelOf: LabelOf) {
  const query = useSearchParams()
  const mayOpen = useMayOpen()
  return filters.flatMap((filter): ShownFilter[] => {
    const { name, kind } = filter
    const label = labelOf(name, filter.label)
    if (kind !== 'record') return [{ ...filter, label }]
    const { resource, known, search, find } = filter
    const options = known ? distinctOptions(rows.flatMap(known)) : []
    if (search) return [{ kind, name, label, known: options, search, ...(find && { find }) }]
    if (resource && mayOpen(listPath(resource))) return [{ kind, name, label, known: options, ...searchOf(resource) }]
    const value = query.get(name)
    if (resource && known) return [{ kind, name, label, known: options }]
    if (value === null) return []
    return [{ kind, name, label, known: known ? options : [{ value, label: `#${value}` }] }]
  })
}

function distinctOptions(records: readonly { id: number | null; name: string }[]): Option[] {
  const names = new Map(records.flatMap(({ id, name }) => (id === null ? [] : [[String(id), name] as const])))
  return [...names].map(([value, label]) => ({ value, label }))
}

/** The module with all sources is loaded on use. */
const searchOf = (resource: SearchedResource) => ({
  search: async (q: string) => (await load()).recordOptions[resource].search(q),
  find: async (id: number) => (await load()).recordOptions[resource].find(id),
})

const load = () => import('@/lib/server/admin/record-sources')
