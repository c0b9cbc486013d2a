'use client'

import { useTranslations } from 'next-intl'
import { folderOptions } from '@/components/admin/file/folder-options'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { FileFolderChanges, FileFolderInput } from '@/lib/file/schema'
import { type Answer, send } from '@/lib/server/client'
import { useFiles } from './files-context'

type Folder = Answer<'GET /cms/file/folder'>[number]

const without = (folders: readonly Folder[], id: number | undefined): Folder[] =>
  folders.flatMap((folder) => (folder.id === id ? [] : [{ ...folder, children: without(folder.children, id) }]))

/** The contents of a deleted folder move to its parent, or to no folder. */
export default function FolderForm(props: RecordFormProps<Folder>) {
  const t = useTranslations('file')
  const { folders } = useFiles()
  return (
    <ResourceForm
      {...props}
      resource="file_folder"
      title={t('newFolder')}
      fields={[
        { name: 'name', label: t('folderName') },
        {
          name: 'parent_id',
          label: t('parent'),
          options: folderOptions(without(folders, props.record?.id)),
        },
      ]}
      create={{ schema: FileFolderInput, send: (body, options) => send('POST /cms/file/folder', { body, ...options }) }}
      update={{
        schema: FileFolderChanges,
        send: ({ id }, body) => send('PUT /cms/file/folder/{id}', { params: { id }, body }),
      }}
      remove={{
        send: ({ id, parent_id }) =>
          send('DELETE /cms/file/folder/{id}', { params: { id }, query: { move_to: parent_id ?? 0 } }),
        warning: t('folderWarning'),
      }}
    />
  )
}
