'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useSession } from '@/components/ui/session'
import { useToast } from '@/components/ui/toast'
import { send } from '@/lib/server/client'
import type { TableModel } from './use-resource-table'
import type { SavedView } from './use-views'
import { textOf } from './views'

/** As views are stored. */
export const nowOf = <Row extends { id: number }>({ list, state, hidden }: TableModel<Row>) => ({
  query: state.query,
  columns: list.columns.flatMap(({ key }) => (hidden.has(key) ? [] : [String(key)])),
})

/** `overwrite` shows a message on failure; the others throw. */
export function useSaveView<Row extends { id: number }>(model: TableModel<Row>) {
  const t = useTranslations('table')
  const toast = useToast()
  const withSession = useSession()
  const router = useRouter()
  const path = usePathname()
  const { list, state, views } = model
  const now = () => {
    const { query, columns } = nowOf(model)
    return { query: textOf(query), columns }
  }
  return {
    create: async (name: string) => {
      const view = await withSession(() => send('POST /cms/view', { body: { list: list.name, name, ...now() } }))
      views.put(view)
      await state.chooseView(view.id)
    },
    overwrite: async ({ id }: SavedView) => {
      try {
        views.put(await withSession(() => send('PUT /cms/view/{id}', { params: { id }, body: now() })))
        await state.show(null)
        toast.success(t('viewSaved'))
      } catch (error) {
        toast.failure(error, t('viewNotSaved'))
      }
    },
    rename: async ({ id }: SavedView, name: string) => {
      views.put(await withSession(() => send('PUT /cms/view/{id}', { params: { id }, body: { name } })))
    },
    remove: async (view: SavedView) => {
      await withSession(() => send('DELETE /cms/view/{id}', { params: { id: view.id } }))
      views.remove(view)
      router.push(path, { scroll: false })
    },
  }
}

export type SaveView = ReturnType<typeof useSaveView>
