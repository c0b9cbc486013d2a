'use client'

import { Button, Code, Modal, Stack, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { Copyable } from '@/components/ui/copyable'
import classes from './api-key.module.css'
import type { Issued } from './context'

/** Closes only by its button: the secret is shown once. */
export default function Secret({ issued: { name, secret }, onClose }: { issued: Issued; onClose: () => void }) {
  const t = useTranslations('api_key.secret')
  const line = `curl -H 'Authorization: Bearer ${secret}' ${window.location.origin}/cms/api_key/me`
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('title', { name })}
      size="lg"
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Text size="sm">{t('once')}</Text>
        <Copyable text={secret}>
          <Code className={classes.secret}>{secret}</Code>
        </Copyable>
        <Text size="sm">{t('try')}</Text>
        <Copyable text={line}>
          <Code className={classes.secret}>{line}</Code>
        </Copyable>
        <Button onClick={onClose} data-autofocus>
          {t('stored')}
        </Button>
      </Stack>
    </Modal>
  )
}
