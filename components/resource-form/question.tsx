'use client'

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface QuestionProps {
  title: string
  children: ReactNode
  /** What the button says that does it. */
  yes: string
  no: string
  isBusy?: boolean
  onYes: () => void
  onNo: () => void
}

/** Before something that cannot be taken back. What changes nothing has the focus. */
export function Question({ title, children, yes, no, isBusy = false, onYes, onNo }: QuestionProps) {
  return (
    <Modal opened onClose={onNo} title={title} centered withCloseButton={false}>
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onNo} data-autofocus>
            {no}
          </Button>
          <Button color="red" onClick={onYes} loading={isBusy}>
            {yes}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
