'use client'

import { Button, Code, Modal, Stack, Text } from '@mantine/core'
import { Copyable } from '@/components/ui/copyable'
import classes from './secret-dialog.module.css'

interface SecretDialogProps {
  texts: Record<'title' | 'once' | 'stored', string>
  secret: string
  /** A line that uses the secret. */
  usage?: { title: string; line: string }
  onClose: () => void
}

/** Closes only by its button: the secret is shown once. */
export default function SecretDialog({ texts, secret, usage, onClose }: SecretDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.title}
      size="lg"
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Text size="sm">{texts.once}</Text>
        <Copyable text={secret}>
          <Code className={classes.secret}>{secret}</Code>
        </Copyable>
        {usage && (
          <>
            <Text size="sm">{usage.title}</Text>
            <Copyable text={usage.line}>
              <Code className={classes.secret}>{usage.line}</Code>
            </Copyable>
          </>
        )}
        <Button onClick={onClose} data-autofocus>
          {texts.stored}
        </Button>
      </Stack>
    </Modal>
  )
}
