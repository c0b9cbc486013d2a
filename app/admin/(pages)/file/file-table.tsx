'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { type Folder, folderOptions } from '@/components/admin/file/folder-options'
import { Thumbnail } from '@/components/admin/file/thumbnail'
import { useFileSize } from '@/components/admin/file/use-file-size'
import { useCan } from '@/components/admin/frame/admin-context'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { AskChoice } from '@/components/admin/resource-table/ask-choice'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { Tag } from '@/components/admin/tag/tag'
import { fileKinds } from '@/db/enums'
import { type Answer, send } from '@/lib/server/client'
import classes from './file.module.css'

type File = RowOf<'GET /cms/file'>

const UploadView = dynamic(() => import('./upload-view'))
const FileForm = dynamic(() => import('./form'))
const AskKept = dynamic(() => import('./uses').then(({ AskKept }) => AskKept))

interface FileTableProps {
  page: Page<File>
  folders: readonly Folder[]
}

/** Rows can be dragged to a folder by users who may move files. */
export function FileTable({ page, folders }: FileTableProps) {
  const t = useTranslations('file')
  const sizeOf = useFileSize()
  const mayMove = useCan()('file.update')
  const destinations = [{ value: '', label: t('noFolder') }, ...folderOptions(folders)]

  return (
    <ResourceTable
      name="file"
      rows={page}
      paging="cursor"
      draggable={mayMove}
      search={t('search')}
      filters={[
        {
          kind: 'choice',
          name: 'kind',
          options: fileKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
        },
        {
          kind: 'choice',
          name: 'unused',
          label: t('use'),
          options: [
            { value: '0', label: t('unusedNow') },
            { value: '30', label: t('unusedLong') },
          ],
        },
        { kind: 'record', name: 'uploader', resource: 'user', known: ({ uploaded_by }) => uploaded_by },
        { kind: 'span', name: 'from', until: 'to', label: t('uploaded') },
      ]}
      columns={[
        {
          key: 'url',
          kind: 'image',
          label: t('kinds.image'),
          width: 72,
          render: (file) => <Thumbnail file={file} width={160} className={classes.rowPicture} />,
        },
        { key: 'name', sort: true },
        {
          key: 'kind',
          width: 96,
          render: ({ kind, status }) =>
            status === 'pending' ? <Tag style="warning">{t('pending')}</Tag> : t(`kinds.${kind}`),
        },
        { key: 'size', width: 96, sort: true, render: ({ size }) => sizeOf(size) },
        { key: 'width', label: t('dimensions'), width: 130, hidden: true, render: dimensionsOf },
        { key: 'uses_count', label: t('uses'), kind: 'number', width: 76 },
        {
          key: 'uploaded_by',
          label: t('uploader'),
          width: 130,
          hidden: true,
          render: (file) => file.uploaded_by.name,
        },
        { key: 'created_at', label: t('uploaded'), kind: 'time', width: 130, sort: true },
      ]}
      card={(file) => ({
        picture: <Thumbnail file={file} width={480} />,
        details:
          file.status === 'pending'
            ? t('pending')
            : [dimensionsOf(file), sizeOf(file.size)].filter(Boolean).join(' · '),
      })}
      form={FileDrawer}
      read={(id) => send('GET /cms/file/{id}', { params: { id } })}
      create={t('upload')}
      bulk={[
        {
          key: 'move',
          label: t('move'),
          confirm: (count) => t('moveQuestion', { count }),
          ask: (onEnter) => <AskChoice onEnter={onEnter} label={t('folder')} options={destinations} />,
          element: 'file.update',
          run: ({ id, version }, chosen) =>
            send('PUT /cms/file/{id}', {
              params: { id },
              body: { folder_id: chosen === '' ? null : Number(chosen), version },
            }),
        },
        {
          key: 'delete',
          label: t('delete'),
          confirm: (count) => t('deleteQuestion', { count }),
          ask: (onEnter, files) => <AskKept onEnter={onEnter} files={files} />,
          danger: true,
          element: 'file.delete',
          runAll: (ids) => send('POST /cms/file/bulk_delete', { body: { ids } }),
        },
      ]}
    />
  )
}

const dimensionsOf = ({ width, height }: Pick<File, 'width' | 'height'>) =>
  width === null || height === null ? undefined : `${width} × ${height}`

/** Without a record: the list of uploads. */
const FileDrawer = (props: RecordFormProps<Answer<'GET /cms/file/{id}'>>) =>
  props.record ? <FileForm {...props} record={props.record} /> : <UploadView onClose={props.onClose} />
