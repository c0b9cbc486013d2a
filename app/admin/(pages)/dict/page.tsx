import { AdminPage } from '@/components/admin/frame/admin-page'
import { listDictTypes } from '@/lib/dict_type/cms'
import { readEntries, titledByMenu } from '@/lib/server/next/admin'
import { withDictTypeNames } from '@/lib/server/next/base-names'
import { call } from '@/lib/server/next/call'
import type { PageInput } from '@/lib/server/next/list'
import { Dictionaries } from './dictionaries'
import { DictionariesSkeleton } from './skeleton'

export const generateMetadata = titledByMenu('/admin/dict')

export default function DictionariesPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['dict']}
      skeleton={<DictionariesSkeleton />}
      load={async () => {
        const [stored, entries, { type, dict }] = await Promise.all([call(listDictTypes), readEntries(), searchParams])
        const types = await withDictTypeNames(stored)
        // An entry alone selects its type.
        const wanted = type ?? entries.find(({ id }) => String(id) === dict)?.type
        const chosen = types.find((one) => one.type === wanted) ?? types[0]
        return (
          <Dictionaries types={types} chosen={chosen} entries={entries.filter((one) => one.type === chosen?.type)} />
        )
      }}
    />
  )
}
