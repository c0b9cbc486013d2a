'use client'

import { useTranslations } from 'next-intl'
import { useCan, useMayOpen } from '@/components/admin/frame/admin-context'
import { useOptions } from '@/components/admin/resource-form/use-options'
import type { RecordFilter, RowOf } from '@/components/admin/resource-table/declaration'
import { send } from '@/lib/server/client'

const asOption = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name })

export const searchGroups = async (q: string) =>
  (await send('GET /cms/group', { query: { size: 20, ...(q && { q }) } })).items.map(asOption)

const findGroup = async (id: number) => asOption(await send('GET /cms/group/{id}', { params: { id } }))

const readGroups = async () => (await send('GET /cms/group', { query: { size: 100 } })).items.map(asOption)

/**
 * Returns a filter of staff by group. Offers all groups if the user may open the list of groups, else the groups of the
 * listed staff.
 */
export function useGroupFilter(people: readonly RowOf<'GET /cms/user'>[]): RecordFilter {
  const t = useTranslations('user')
  const maySeeGroups = useMayOpen()('/admin/group')
  const shown = new Map(people.flatMap(({ groups }) => groups.map((group) => [group.id, group])))
  const known = [...shown.values()].map(asOption)
  const found = maySeeGroups ? { search: searchGroups, find: findGroup } : { search: undefined }
  return { kind: 'record', name: 'group_id', label: t('groups'), known, ...found }
}

/**
 * The groups as options: all groups if the user may change the groups and open the list of groups, else the groups of
 * `record`.
 */
export function useGroupOptions(record: RowOf<'GET /cms/user'> | undefined) {
  const t = useTranslations('user')
  const can = useCan()
  const maySeeGroups = useMayOpen()('/admin/group')
  const initial = record?.groups.map(asOption) ?? []
  const canChangeGroups = can(record ? 'user.update' : 'user.create')
  return useOptions(canChangeGroups && maySeeGroups ? readGroups : async () => initial, initial, t('groupsFailed'))
}
