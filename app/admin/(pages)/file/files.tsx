'use client'

import { Button, Progress, Skeleton, Text } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { folderOptions } from '@/components/admin/file/folder-options'
import { Thumbnail } from '@/components/admin/file/thumbnail'
import { UploadResult } from '@/components/admin/file/upload-result'
import { useFileDrop } from '@/components/admin/file/use-file-drop'
import { useFileSize } from '@/components/admin/file/use-file-size'
import { type Uploads, useUploads } from '@/components/admin/file/use-uploads'
import { useCan } from '@/components/admin/frame/admin-context'
import { RecordDrawer, type RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { useRecordParam } from '@/components/admin/resource-form/use-record-param'
import { AskChoice } from '@/components/admin/resource-table/ask-choice'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { Tag } from '@/components/admin/tag/tag'
import { useRefresh } from '@/components/ui/refresh'
import { useAction } from '@/components/ui/use-action'
import { useRead } from '@/components/ui/use-read'
import { fileKinds } from '@/db/enums'
import { flattenTree } from '@/lib/kit/api/rows/tree'
import { type Answer, send } from '@/lib/server/client'
import classes from './file.module.css'
import { FilesContext } from './files-context'
import { Folders } from './folders'

type File = RowOf<'GET /cms/file'>
type Limit = Answer<'GET /cms/file/limit'>

const UploadView = dynamic(() => import('./upload-view'))
const FileForm = dynamic(() => import('./form'))
const AskKept = dynamic(() => import('./uses').then(({ AskKept }) => AskKept))
const FolderForm = dynamic(() => import('./folder-form'))

interface FilesProps {
  page: Page<File>
  /** An id, '0' for files without a folder, empty for all files. */
  folder: string
}

/** Takes dropped files. Folders and quota are read in the browser, because many folders would delay the page. */
export function Files({ page, folder }: FilesProps) {
  const t = useTranslations('file')
  const can = useCan()
  const act = useAction()
  const refresh = useRefresh()
  const sizeOf = useFileSize()
  const { open, opened } = useRecordParam('file')
  const mayUpload = can('file.create')
  const tree = useRead(() => send('GET /cms/file/folder'), page)
  const { value: limit, isFailed: isLimitMissing } = useRead(
    mayUpload ? () => send('GET /cms/file/limit') : undefined,
    page,
  )
  const uploads = useUploads({ limit, onIdle: refresh })
  const folders = tree.value ?? []
  const known = flattenTree(folders)
  const isKnown = !tree.value || known.some(({ id }) => String(id) === folder)
  const folder_id = isKnown && Number(folder) > 0 ? Number(folder) : null
  const upload = (files: globalThis.File[]) => {
    uploads.add(files, folder_id)
    if (opened !== 'new') void open('new')
  }
  const move = (ids: readonly number[], into: { id: number; name: string } | null) => {
    const files = page.items.filter(({ id }) => ids.includes(id))
    const named = { count: files.length, folder: into?.name ?? t('noFolder') }
    // Without the version: a move does not conflict with a rename since the page was read.
    const put = (id: number, folder_id: number | null) =>
      send('PUT /cms/file/{id}', { params: { id }, body: { folder_id } })
    void act(
      async () => {
        for (const { id } of files) await put(id, into?.id ?? null)
      },
      {
        success: t('moved', named),
        failure: t('notMoved', named),
        undo: async () => {
          for (const { id, folder_id: before } of files) await put(id, before)
        },
      },
    )
  }
  const isOver = useFileDrop(mayUpload ? upload : undefined)
  const destinations = [{ value: '', label: t('noFolder') }, ...folderOptions(folders)]

  return (
    <FilesContext value={{ uploads, limit, folders, folder_id }}>
      <div className={classes.columns}>
        <div className={classes.side}>
          {mayUpload && !isLimitMissing && <Quota limit={limit} />}
          <Folders
            folders={tree.value}
            chosen={folder}
            onMove={can('file.update') ? move : undefined}
            onRetry={tree.isFailed ? tree.reload : undefined}
          />
        </div>
        <div className={classes.main}>
          <UploadStatus uploads={uploads} onShow={() => void open('new')} />
          <ResourceTable
            name="file"
            rows={page}
            paging="cursor"
            draggable={can('file.update')}
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
        </div>
        <RecordDrawer
          resource="file_folder"
          rows={known}
          read={async (id) => flattenTree(await send('GET /cms/file/folder')).find((one) => one.id === id)}
          form={FolderForm}
        />
        {isOver && (
          <div className={classes.drop}>
            <IconCloudUpload size={40} stroke={1.4} aria-hidden="true" />
            {t('dropHere')}
          </div>
        )}
      </div>
    </FilesContext>
  )
}

const dimensionsOf = ({ width, height }: Pick<File, 'width' | 'height'>) =>
  width === null || height === null ? undefined : `${width} × ${height}`

/** Without a record: the list of uploads. */
const FileDrawer = (props: RecordFormProps<Answer<'GET /cms/file/{id}'>>) =>
  props.record ? <FileForm {...props} record={props.record} /> : <UploadView onClose={props.onClose} />

/** Until loaded, a placeholder of the same height, so that the page does not move. */
function Quota({ limit }: { limit: Limit | undefined }) {
  const t = useTranslations('file')
  const sizeOf = useFileSize()
  if (!limit)
    return (
      <div className={classes.quota} aria-busy="true">
        <Skeleton height="calc(var(--mantine-font-size-xs) * var(--mantine-line-height-xs))" width="70%" />
        <Skeleton height={5} />
      </div>
    )
  const { used_bytes, quota_bytes } = limit
  const share = Math.min(100, (100 * used_bytes) / quota_bytes)
  return (
    <div className={classes.quota}>
      <Text size="xs" c="dimmed">
        {t('used', { used: sizeOf(used_bytes), quota: sizeOf(quota_bytes) })}
      </Text>
      <Progress value={share} size="sm" color={share > 90 ? 'red' : undefined} aria-label={t('usedLabel')} />
    </div>
  )
}

/** Shown while the drawer is closed, until the user clears the list. */
function UploadStatus({ uploads, onShow }: { uploads: Uploads; onShow: () => void }) {
  const t = useTranslations('file')
  if (uploads.uploads.length === 0) return null
  return (
    <div className={classes.status}>
      <UploadResult uploads={uploads} />
      <Button size="compact-sm" variant="subtle" onClick={onShow}>
        {t('showUploads')}
      </Button>
      {uploads.open === 0 && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={uploads.clear}>
          {t('clear')}
        </Button>
      )}
    </div>
  )
}
