'use client'

import { Button, Progress, Skeleton, Text } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { UploadResult } from '@/components/admin/file/upload-result'
import { useFileDrop } from '@/components/admin/file/use-file-drop'
import { useFileSize } from '@/components/admin/file/use-file-size'
import { type Uploads, useUploads } from '@/components/admin/file/use-uploads'
import { useCan } from '@/components/admin/frame/admin-context'
import { RecordDrawer } from '@/components/admin/resource-form/record-drawer'
import { useRecordParam } from '@/components/admin/resource-form/use-record-param'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { useRefresh } from '@/components/ui/refresh'
import { useRead } from '@/components/ui/use-read'
import { flattenTree } from '@/lib/kit/api/rows/tree'
import { type Answer, send } from '@/lib/server/client'
import classes from './file.module.css'
import { FileTable } from './file-table'
import { FilesContext } from './files-context'
import { Folders } from './folders'
import { useFileMove } from './use-file-move'

type File = RowOf<'GET /cms/file'>
type Limit = Answer<'GET /cms/file/limit'>

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
  const move = useFileMove(page.items)
  const refresh = useRefresh()
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
  const isOver = useFileDrop(mayUpload ? upload : undefined)

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
          <FileTable page={page} folders={folders} />
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
