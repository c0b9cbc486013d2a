'use client'

import { useMayOpen } from '@/components/admin/frame/admin-context'
import type { Option, RecordFilter } from '@/components/admin/resource-table/declaration'
import { send } from '@/lib/server/client'

interface Person {
  id: number
  username: string | null
  nickname: string
}

const asOption = ({ id, username, nickname }: Person): Option => ({
  value: String(id),
  label: username ? `${nickname} (${username})` : nickname,
})

const search = async (q: string) =>
  (await send('GET /cms/user', { query: { size: 20, ...(q && { q }) } })).items.map(asOption)

const find = async (id: number) => asOption(await send('GET /cms/user/{id}', { params: { id } }))

/** A filter by staff member. Searches all staff if the user may open the list of staff, else offers only `known`. */
export function useStaffFilter(name: string, label: string, known: readonly Option[]): RecordFilter {
  const maySeeStaff = useMayOpen()('/admin/user')
  return { kind: 'record', name, label, known, ...(maySeeStaff ? { search, find } : { search: undefined }) }
}
