'use client'

import { useTranslations } from 'next-intl'
import { useOptions } from '@/components/resource-form/use-options'
import type { RowOf } from '@/components/resource-table/declaration'
import { useCan } from '@/components/shell/office-context'
import { send } from '@/lib/api/client'

const asOption = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name })

/** Groups that somebody can be in; who may only look at people is spared the list. */
export function useGroupOptions(record: RowOf<'GET /cms/user'> | undefined) {
  const t = useTranslations('user')
  const can = useCan()
  const already = record?.groups.map(asOption) ?? []
  const read = async () => (await send('GET /cms/group', { query: { size: 100 } })).items.map(asOption)
  const mayGive = can(record ? 'user.update' : 'user.create')
  return useOptions(mayGive ? read : async () => already, already, t('groupsFailed'))
}
