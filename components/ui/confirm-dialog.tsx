'use client'

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface ConfirmDialogProps {
  title: string
  children: ReactNode
  /** undefined: the action is not possible, and the dialog has no confirm button. */
  confirmLabel: string | undefined
  cancelLabel: string
  isBusy?: boolean
  isReady?: boolean
  /** Absent: red. `undefined`: the accent color, for actions that lose nothing. */
  color?: string | undefined
  onConfirm: () => void
  onCancel: () => void
}

/** The cancel button has the focus. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel,
  isBusy = false,
  isReady = true,
  onConfirm,
  onCancel,
  ...rest
}: ConfirmDialogProps) {
  const color = 'color' in rest ? rest.color : 'red'
  return (
    <Modal opened onClose={onCancel} title={title} centered withCloseButton={false}>
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel} data-autofocus>
            {cancelLabel}
          </Button>
          {confirmLabel && (
            <Button color={color} onClick={onConfirm} loading={isBusy} disabled={!isReady}>
              {confirmLabel}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
