'use client'

import { Alert, Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPhoto, IconSearch } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { Choice } from '@/components/ui/choice'
import { EmptyState } from '@/components/ui/empty-state'
import { Failure } from '@/components/ui/failure'
import { type Answer, send } from '@/lib/server/client'
import { DropZone } from './drop-zone'
import classes from './file.module.css'
import { FileGrid } from './file-grid'
import { distinct, type ExpectedSize, misfitOf, type ShopFile } from './files'
import { folderOptions } from './folder-options'
import { UploadList } from './upload-list'
import { useChosenFiles } from './use-chosen-files'
import { useFileDrop } from './use-file-drop'
import { useFoundFiles } from './use-found-files'
import { useRememberedFolder } from './use-remembered-folder'
import { useUploads } from './use-uploads'

export interface PickerOptions {
  /** Pictures by default. */
  kind?: 'image' | 'video' | undefined
  /** Of chosen pictures; one by default. */
  maximum?: number | undefined
  /** Other pictures get a warning. */
  expected?: ExpectedSize | undefined
  /** To upload when the dialog opens. */
  files?: readonly File[] | undefined
}

interface PickerProps extends PickerOptions {
  /** Empty: the dialog was closed. */
  onClose: (files: readonly ShopFile[]) => void
}

export default function Picker({ kind = 'image', maximum = 1, expected, files, onClose }: PickerProps) {
  const t = useTranslations('form.picker')
  const mayUpload = useCan()('file.create')
  const { folder, folders, choose } = useRememberedFolder()
  const [q, setQ] = useState('')
  const [sought] = useDebouncedValue(q.trim(), 300)
  const found = useFoundFiles({ kind, q: sought, folder })
  const [limit, setLimit] = useState<Answer<'GET /cms/file/limit'>>()
  const [isLimitRead, setLimitRead] = useState(false)
  const uploads = useUploads({ limit, onIdle: found.reload })
  const { chosen, toggle, uploaded } = useChosenFiles({ kind, maximum, uploads: uploads.uploads })
  // Pictures uploaded here come first, also when another folder is shown, or older ones were there before.
  const shown = distinct([...uploaded, ...(found.files ?? [])])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    if (mayUpload)
      void send('GET /cms/file/limit')
        .then(setLimit, () => undefined)
        .finally(() => setLimitRead(true))
  }, [])
  const upload = (files: File[]) => uploads.add(files, folder === '' ? null : Number(folder))
  useFileDrop(mayUpload ? upload : undefined)
  // After the limits, which determine how files are sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isLimitRead && files) upload([...files])
  }, [isLimitRead])

  return (
    <Modal
      opened
      onClose={() => onClose([])}
      title={t('title', { kind, maximum })}
      size="xl"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="md">
        {mayUpload && (
          <div className={classes.pickerUpload}>
            <DropZone limit={limit} onFiles={upload} />
            <UploadList uploads={uploads} />
          </div>
        )}
        <div className={classes.pickerTools}>
          <TextInput
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            maxLength={64}
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            value={q}
            onChange={({ currentTarget }) => setQ(currentTarget.value)}
            data-autofocus
          />
          <Choice
            aria-label={t('folder')}
            value={folder}
            onChange={choose}
            data={[{ value: '', label: t('allFolders') }, ...folderOptions(folders)]}
          />
        </div>
        {expected && (
          <Text size="sm" c="dimmed">
            {t('expected', expectedTexts(expected))}
          </Text>
        )}
        {found.isFailed && <Failure order={3} onRetry={found.reload} />}
        {!found.files && !found.isFailed && (
          <Stack gap="sm" aria-busy="true">
            <Skeleton height={120} />
            <Skeleton height={120} />
          </Stack>
        )}
        {found.files && shown.length === 0 && (
          <EmptyState
            order={3}
            icon={<IconPhoto size={28} stroke={1.6} />}
            title={t('empty', { kind })}
            description={mayUpload ? t('emptyHelp', { kind }) : t('emptyWithoutUpload')}
          />
        )}
        {found.files && shown.length > 0 && (
          <>
            <FileGrid
              kind={kind}
              files={shown}
              chosen={chosen}
              maximum={maximum}
              onToggle={toggle}
              onDoubleClick={(file) => maximum === 1 && uploads.open === 0 && onClose([file])}
            />
            {found.more && (
              <Button variant="default" size="xs" onClick={() => void found.more?.()} mx="auto">
                {t('more')}
              </Button>
            )}
          </>
        )}
        {expected && <SizeWarnings files={chosen} expected={expected} />}
        <Group justify="flex-end" gap="sm" className={classes.pickerFooter}>
          {uploads.open > 0 && (
            <Text size="sm" c="dimmed" role="status">
              {t('uploading')}
            </Text>
          )}
          <Button variant="default" onClick={() => onClose([])}>
            {t('cancel')}
          </Button>
          {/* A picture that is chosen by its upload would be missing in the choice. */}
          <Button disabled={chosen.length === 0 || uploads.open > 0} onClick={() => onClose(chosen)}>
            {maximum === 1 ? t('chooseOne', { kind }) : t('choose', { count: chosen.length })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Chosen pictures that are too small for their place, or have another shape. */
function SizeWarnings({ files, expected }: { files: readonly ShopFile[]; expected: ExpectedSize }) {
  const t = useTranslations('form.picker')
  const warnings = files.flatMap((file) => {
    const misfit = misfitOf(file, expected)
    const { name, width, height } = file
    return misfit ? [t(misfit, { name, width: String(width), height: String(height), ...expectedTexts(expected) })] : []
  })
  if (warnings.length === 0) return null
  return (
    <Alert color="yellow" role="status">
      {warnings.map((warning) => (
        <div key={warning}>{warning}</div>
      ))}
    </Alert>
  )
}

const expectedTexts = ({ width, height }: ExpectedSize) => ({
  expectedWidth: String(width),
  expectedHeight: String(height),
})
