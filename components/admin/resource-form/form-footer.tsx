'use client'

import { Button, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { LazyFormFailure } from './dialogs'
import classes from './resource-form.module.css'
import type { FormState } from './use-resource-form'

export function FormFooter({ form }: { form: FormState }) {
  const t = useTranslations('form')
  const { failure, removal, isSaving, isUploading, mayWrite, isPublic, saveLabel, isRefusal, close } = form
  return (
    <div className={classes.footer}>
      {failure && <LazyFormFailure failure={failure} />}
      {isPublic && mayWrite && (
        <Text size="xs" c="dimmed" w="100%">
          {t('public')}
        </Text>
      )}
      {isUploading && (
        <Text size="xs" c="dimmed" w="100%" role="status">
          {t('uploading')}
        </Text>
      )}
      {removal?.undeletable && (
        <Text size="xs" c="dimmed" className={classes.kept}>
          {t('kept', { reason: removal.undeletable })}
        </Text>
      )}
      {removal && !removal.undeletable && (
        <Button variant="subtle" color="red" className={classes.remove} onClick={removal.open} disabled={isSaving}>
          {t('delete')}
        </Button>
      )}
      <Button variant="default" onClick={close} ml="auto">
        {mayWrite ? t('cancel') : t('close')}
      </Button>
      {mayWrite && (
        <Button type="submit" color={isRefusal ? 'red' : undefined} loading={isSaving} disabled={isUploading}>
          {failure ? t('retry') : saveLabel}
        </Button>
      )}
    </div>
  )
}
