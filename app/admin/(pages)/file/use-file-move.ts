'use client'

import { useTranslations } from 'next-intl'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { useAction } from '@/components/ui/use-action'
import { send } from '@/lib/server/client'

/** Moves some of the files to a folder; null: to no folder. Can be undone. */
export function useFileMove(files: readonly RowOf<'GET /cms/file'>[]) {
  const t = useTranslations('file')
  const act = useAction()
  return (ids: readonly number[], into: { id: number; name: string } | null) => {
    const moved = files.filter(({ id }) => ids.includes(id))
    const named = { count: moved.length, folder: into?.name ?? t('noFolder') }
    // Without the version: a move does not conflict with a rename since the page was read.
    const put = (id: number, folder_id: number | null) =>
      send('PUT /cms/file/{id}', { params: { id }, body: { folder_id } })
    void act(
      async () => {
        for (const { id } of moved) await put(id, into?.id ?? null)
      },
      {
        success: t('moved', named),
        failure: t('notMoved', named),
        undo: async () => {
          for (const { id, folder_id: before } of moved) await put(id, before)
        },
      },
    )
  }
}
