'use client'

import { Anchor, Code, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useMemo, useRef } from 'react'
import { useFailureText } from './failure-text'

/** What can be done about what has just happened, such as to open or undo it. */
export interface ToastAction {
  label: string
  onSelect: () => void
}

/** Messages in the corner, announced to screen readers. Failures stay until they are closed and show the request id. */
export function useToast() {
  const t = useTranslations('toast')
  const textOf = useFailureText()
  const last = useRef<{ message: string; id: string }>(undefined)
  return useMemo(
    () => ({
      /** What is said again takes the place of what was said before; with an action, each has its own. */
      success: (message: string, action?: ToastAction) => {
        if (!action && last.current?.message === message) notifications.hide(last.current.id)
        const id = notifications.show({
          message: action ? (
            <>
              {message}{' '}
              <Anchor
                component="button"
                type="button"
                inherit
                onClick={() => {
                  notifications.hide(id)
                  action.onSelect()
                }}
              >
                {action.label}
              </Anchor>
            </>
          ) : (
            message
          ),
          // Long enough to be reached.
          autoClose: action ? 10_000 : 4_000,
          color: 'accent',
          icon: <IconCheck size={18} aria-hidden="true" />,
          closeButtonProps: { 'aria-label': t('close') },
        })
        last.current = action ? undefined : { message, id }
      },
      /** What is neither a success nor a failure, such as what the user has called off. */
      note: (message: string) => {
        notifications.show({ message, color: 'gray', closeButtonProps: { 'aria-label': t('close') } })
      },
      failure: (error: unknown, title: string) => {
        const { text, request_id } = textOf(error)
        notifications.show({
          title,
          color: 'red',
          icon: <IconAlertTriangle size={18} aria-hidden="true" />,
          autoClose: false,
          closeButtonProps: { 'aria-label': t('close') },
          message: (
            <>
              {text}
              {request_id && (
                <Text size="xs" mt={4}>
                  {t.rich('requestId', { id: request_id, code: (id) => <Code fz="inherit">{id}</Code> })}
                </Text>
              )}
            </>
          ),
        })
      },
    }),
    [t, textOf],
  )
}
