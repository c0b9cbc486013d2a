'use client'

import { useTranslations } from 'next-intl'
import { useOptions } from '@/components/resource-form/use-options'
import type { Filter, RowOf } from '@/components/resource-table/declaration'
import { useCan, useMayOpen } from '@/components/shell/office-context'
import { send } from '@/lib/api/client'

const asOption = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name })

const readGroups = async () => (await send('GET /cms/group', { query: { size: 100 } })).items.map(asOption)

/** By group: those of the people shown are offered at once, all to whoever may open the list of groups. */
export function useGroupFilter(people: readonly RowOf<'GET /cms/user'>[]): Filter {
  const t = useTranslations('user')
  const maySeeGroups = useMayOpen()('/admin/group')
  const shown = new Map(people.flatMap(({ groups }) => groups.map((group) => [group.id, group])))
  const known = [...shown.values()].map(asOption)
  const load = maySeeGroups ? readGroups : async () => known
  return { kind: 'record', name: 'group_id', label: t('groups'), known, load }
}

/** Groups that somebody can be in; who may only look at people is spared the list. */
export function useGroupOptions(record: RowOf<'GET /cms/user'> | undefined) {
  const t = useTranslations('user')
  const can = useCan()
  const already = record?.groups.map(asOption) ?? []
  const mayGive = can(record ? 'user.update' : 'user.create')
  return useOptions(mayGive ? readGroups : async () => already, already, t('groupsFailed'))
}
