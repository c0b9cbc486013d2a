'use client'

import { useTranslations } from 'next-intl'
import { useCan, useMayOpen } from '@/components/admin/frame/admin-context'
import { useOptions } from '@/components/admin/resource-form/use-options'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { send } from '@/lib/server/client'

const asOption = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name })

const readGroups = async () => (await send('GET /cms/group', { query: { size: 100 } })).items.map(asOption)

/** All if the user may change and list groups, else the groups of `record`. */
export function useGroupOptions(record: RowOf<'GET /cms/user'> | undefined) {
  const t = useTranslations('user')
  const can = useCan()
  const maySeeGroups = useMayOpen()('/admin/group')
  const initial = record?.groups.map(asOption) ?? []
  const canChangeGroups = can(record ? 'user.update' : 'user.create')
  return useOptions(canChangeGroups && maySeeGroups ? readGroups : async () => initial, initial, t('groupsFailed'))
}
