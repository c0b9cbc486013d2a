'use client'

import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import classes from './file.module.css'
import { type FileUpload, mayHelp, type Uploads } from './use-uploads'

export function UploadResult({ uploads }: { uploads: Uploads }) {
  const t = useTranslations('form.upload')
  const count = (state: FileUpload['state']) => uploads.uploads.filter((one) => one.state === state).length
  const repeatable = uploads.uploads.filter(({ state, error }) => state === 'failed' && mayHelp(error)).length
  const counts = { done: count('done'), failed: count('failed'), total: uploads.uploads.length }
  return (
    <div className={classes.uploadResult} data-failed={counts.failed > 0 || undefined}>
      {counts.failed > 0 && <IconAlertTriangle size={16} aria-hidden="true" />}
      <span role="status">{uploads.open > 0 ? t('summary', counts) : t('result', counts)}</span>
      {repeatable > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={uploads.retryFailed}>
          {t('retryFailed', { count: repeatable })}
        </Button>
      )}
    </div>
  )
}
