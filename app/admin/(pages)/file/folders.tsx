'use client'

import { ActionIcon, Skeleton, Title } from '@mantine/core'
import { IconFile, IconFiles, IconFolder, IconPencil } from '@tabler/icons-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { CreateButton } from '@/components/admin/resource-form/create-button'
import { useRecordParam } from '@/components/admin/resource-form/use-record-param'
import { droppedRows, hasRows } from '@/components/admin/resource-table/dragged-rows'
import { Failure } from '@/components/ui/failure'
import { SortableTree } from '@/components/ui/tree/sortable-tree'
import type { Answer } from '@/lib/server/client'
import classes from './file.module.css'

interface FoldersProps {
  /** undefined until read. */
  folders: Answer<'GET /cms/file/folder'> | undefined
  /** An id, '0' for files without a folder, empty for all files. */
  chosen: string
  /** When files are dropped on a folder; null: "no folder". undefined: files cannot be moved. */
  onMove: ((ids: readonly number[], folder: { id: number; name: string } | null) => void) | undefined
  /** After a failure. */
  onRetry: (() => void) | undefined
}

/** Sorted by name, so users move a folder in its form instead of by dragging. */
export function Folders({ folders, chosen, onMove, onRetry }: FoldersProps) {
  const t = useTranslations('file')
  const can = useCan()
  const record = useRecordParam('file_folder')
  const mayEdit = can('file_folder.update') || can('file_folder.delete')
  return (
    <section className={classes.panel} aria-label={t('folders')}>
      <div className={classes.head}>
        <Title order={2} size="h5">
          {t('folders')}
        </Title>
        <CreateButton resource="file_folder" isSecondary>
          {t('newFolder')}
        </CreateButton>
      </div>
      <div className={classes.folders}>
        <FolderLink href="?" isChosen={chosen === ''} icon={<IconFiles size={18} stroke={1.6} aria-hidden="true" />}>
          {t('allFiles')}
        </FolderLink>
        <FolderLink
          href="?folder_id=0"
          isChosen={chosen === '0'}
          onFiles={onMove && ((ids) => onMove(ids, null))}
          icon={<IconFile size={18} stroke={1.6} aria-hidden="true" />}
        >
          {t('noFolder')}
        </FolderLink>
        {onRetry && <Failure order={3} onRetry={onRetry} />}
        {!folders && !onRetry && (
          <div aria-busy="true">
            {[80, 60, 70, 50].map((width) => (
              <div key={width} className={classes.folder}>
                <Skeleton height={14} width={`${width}%`} />
              </div>
            ))}
          </div>
        )}
        {folders && folders.length > 0 && (
          <SortableTree
            label={t('folders')}
            items={folders}
            nameOf={({ name }) => name}
            canContain={() => false}
            disabled
            onMove={async () => undefined}
          >
            {({ id, name, file_count }) => (
              <span className={classes.node}>
                <FolderLink
                  href={`?folder_id=${id}`}
                  isChosen={chosen === String(id)}
                  onFiles={onMove && ((ids) => onMove(ids, { id, name }))}
                  icon={<IconFolder size={18} stroke={1.6} aria-hidden="true" />}
                >
                  <span className={classes.folderLabel} title={name}>
                    {name}
                  </span>
                  <span className={classes.count} title={t('folderCount', { count: file_count })}>
                    {file_count}
                  </span>
                </FolderLink>
                {mayEdit && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={26}
                    aria-label={t('editFolder', { name })}
                    onClick={() => void record.open(id)}
                  >
                    <IconPencil size={15} stroke={1.6} aria-hidden="true" />
                  </ActionIcon>
                )}
              </span>
            )}
          </SortableTree>
        )}
      </div>
    </section>
  )
}

interface FolderLinkProps {
  href: string
  isChosen: boolean
  icon: ReactNode
  /** Dropped onto the folder. */
  onFiles?: ((ids: readonly number[]) => void) | undefined
  children: ReactNode
}

function FolderLink({ href, isChosen, icon, onFiles, children }: FolderLinkProps) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    if (!hasRows(event.dataTransfer)) return
    event.preventDefault()
    setOver(true)
  }
  return (
    <Link
      href={href}
      prefetch={false}
      className={classes.folder}
      aria-current={isChosen ? 'true' : undefined}
      data-over={isOver || undefined}
      {...(onFiles && {
        onDragEnter: over,
        onDragOver: over,
        onDragLeave: () => setOver(false),
        onDrop: (event: DragEvent) => {
          if (!hasRows(event.dataTransfer)) return
          event.preventDefault()
          setOver(false)
          onFiles(droppedRows(event.dataTransfer))
        },
      })}
    >
      {icon}
      <span className={classes.folderName}>{children}</span>
    </Link>
  )
}
