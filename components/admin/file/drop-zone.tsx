'use client'

import { Button, FileButton } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import { useFormatter, useTranslations } from 'next-intl'
import { asList } from '@/lib/kit/i18n/as-list'
import type { Answer } from '@/lib/server/client'
import classes from './file.module.css'
import { nameOfType } from './types'
import { useFileSize } from './use-file-size'

interface DropZoneProps {
  limit: Answer<'GET /cms/file/limit'> | undefined
  onFiles: (files: File[]) => void
}

/** Does not handle dropped files: `useFileDrop` accepts them on the whole page. */
export function DropZone({ limit, onFiles }: DropZoneProps) {
  const t = useTranslations('form.upload')
  const format = useFormatter()
  const sizeOf = useFileSize()
  const types = limit?.types.map(nameOfType) ?? []
  return (
    <div className={classes.dropZone}>
      <IconCloudUpload size={32} stroke={1.4} aria-hidden="true" />
      <p>{t('drop')}</p>
      <FileButton multiple onChange={onFiles} accept={limit?.types.join(',') ?? ''}>
        {(props) => (
          <Button variant="default" size="xs" {...props}>
            {t('choose')}
          </Button>
        )}
      </FileButton>
      {limit && <small>{t('limit', { types: format.list(types, asList), size: sizeOf(limit.max_bytes) })}</small>}
    </div>
  )
}
