'use client'

import { Button, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { FormFailure } from './form-failure'
import classes from './resource-form.module.css'
import type { FormState } from './use-resource-form'

/** The sticky bar with the buttons and the failure message. */
export function FormFooter({ form }: { form: FormState }) {
  const t = useTranslations('form')
  const { failure, removal, isSaving, mayWrite, isPublic, saveLabel, close } = form
  return (
    <div className={classes.footer}>
      <FormFailure failure={failure} />
      {isPublic && mayWrite && (
        <Text size="xs" c="dimmed" w="100%">
          {t('public')}
        </Text>
      )}
      {removal && (
        <Button
          variant="subtle"
          color="red"
          className={classes.remove}
          onClick={removal.open}
          disabled={isSaving || removal.undeletable !== undefined}
          title={removal.undeletable}
        >
          {t('delete')}
        </Button>
      )}
      <Button variant="default" onClick={close} ml="auto">
        {mayWrite ? t('cancel') : t('close')}
      </Button>
      {mayWrite && (
        <Button type="submit" loading={isSaving}>
          {failure ? t('retry') : saveLabel}
        </Button>
      )}
    </div>
  )
}
