'use client'

import { Anchor, Code, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { createContext, type ReactNode, use, useEffect, useMemo, useRef } from 'react'
import { useFailureText } from './failure-text'

/** Offered after a result, such as undoing the change. */
export interface ToastAction {
  label: string
  onSelect: () => void
}

/** By title: a success in another component closes the failure message with the same title. */
const failures = new Map<string, string>()

function hideFailure(title: string) {
  const id = failures.get(title)
  if (id) notifications.hide(id)
  failures.delete(title)
}

/** Stays when the next screen opens. */
let announcement: string | undefined

const OneAtATime = createContext(false)

/** As on a phone: a new message replaces the previous one. */
export function OneToastAtATime({ children }: { children: ReactNode }) {
  return <OneAtATime value={true}>{children}</OneAtATime>
}

/** Must be rendered only once. Keeps a message of `announce`. */
export function ToastsOfScreen() {
  return <ToastsOfPath key={usePathname()} />
}

function ToastsOfPath() {
  useEffect(
    () => () => {
      if (announcement === undefined) {
        notifications.clean()
        failures.clear()
      }
      announcement = undefined
    },
    [],
  )
  return null
}

/** Must be rendered only once, beside the messages. */
export function FailuresOfPage() {
  return <FailuresOfPath key={usePathname()} />
}

function FailuresOfPath() {
  useEffect(
    () => () => {
      for (const title of failures.keys()) hideFailure(title)
    },
    [],
  )
  return null
}

/** A failure shows the request id until the user closes it, the action succeeds, or the path changes. */
export function useToast() {
  const t = useTranslations('toast')
  const textOf = useFailureText()
  const isSingle = use(OneAtATime)
  const last = useRef<{ message: string; id: string }>(undefined)
  return useMemo(() => {
    const show = (shown: Parameters<typeof notifications.show>[0]) => {
      announcement = undefined
      if (isSingle) {
        notifications.clean()
        failures.clear()
      }
      return notifications.show(shown)
    }
    const toast = {
      /** Replaces a previous message with the same text, if both have no action. */
      success: (message: string, action?: ToastAction) => {
        if (!action && last.current?.message === message) notifications.hide(last.current.id)
        const id = show({
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
          // Long enough to reach the action.
          autoClose: action ? 10_000 : 4_000,
          color: 'accent',
          icon: <IconCheck size={18} aria-hidden="true" />,
          closeButtonProps: { 'aria-label': t('close') },
        })
        last.current = action ? undefined : { message, id }
      },
      /** Neither a success nor a failure, such as a canceled action. */
      note: (message: string) => {
        if (last.current?.message === message) notifications.hide(last.current.id)
        const id = show({ message, color: 'gray', closeButtonProps: { 'aria-label': t('close') } })
        last.current = { message, id }
      },
      announce: (kind: 'success' | 'note', message: string) => {
        toast[kind](message)
        announcement = last.current?.id
      },
      /** Also waiting messages. */
      clear: () => {
        notifications.clean()
        failures.clear()
        announcement = undefined
        last.current = undefined
      },
      resolved: hideFailure,
      /** Closes an earlier failure with this title. With an `explanation`, without a request id. */
      failure: (error: unknown, title: string, explanation?: string, keepsInput = false) => {
        const { text, request_id } = explanation ? { text: explanation } : textOf(error, keepsInput)
        hideFailure(title)
        const id = show({
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
        failures.set(title, id)
      },
    }
    return toast
  }, [t, textOf, isSingle])
}
