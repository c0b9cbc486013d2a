'use client'

import { Anchor, Code, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { createContext, type ReactNode, use, useEffect, useMemo, useRef } from 'react'
import { useFailureText } from './failure-text'

/** An action about the reported result, such as opening or undoing it. */
export interface ToastAction {
  label: string
  onSelect: () => void
}

/**
 * The ids of failures that are shown or waiting, by title. A success in another component can close a failure by its
 * title.
 */
const failures = new Map<string, string>()

function hideFailure(title: string) {
  const id = failures.get(title)
  if (id) notifications.hide(id)
  failures.delete(title)
}

/** The id of a message that stays when the next screen opens. */
let announcement: string | undefined

const OneAtATime = createContext(false)

/** Shows one message at a time, as on a phone: a new message replaces the previous message. */
export function OneToastAtATime({ children }: { children: ReactNode }) {
  return <OneAtATime value={true}>{children}</OneAtATime>
}

/**
 * Closes all messages when the path changes, unless the last message was announced for the next screen. Render it once.
 */
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

/** Closes all failures when the path changes. Render it once, beside the messages. */
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

/**
 * Returns functions that show messages in the corner, announced to screen readers. Failures show the request id, and
 * stay until they are closed, the action succeeds, or the path changes.
 */
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
      /** Replaces the last message if it has the same text. Messages with an action are never replaced. */
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
      /** Shows a message that is neither a success nor a failure, such as a canceled action. */
      note: (message: string) => {
        if (last.current?.message === message) notifications.hide(last.current.id)
        const id = show({ message, color: 'gray', closeButtonProps: { 'aria-label': t('close') } })
        last.current = { message, id }
      },
      /** Shows a message that stays when the next screen opens. */
      announce: (kind: 'success' | 'note', message: string) => {
        toast[kind](message)
        announcement = last.current?.id
      },
      /** Closes all messages that are shown or waiting. */
      clear: () => {
        notifications.clean()
        failures.clear()
        announcement = undefined
        last.current = undefined
      },
      /** Closes the failure with this title. Called when the action has succeeded. */
      resolved: hideFailure,
      /**
       * Shows a failure, and closes an earlier one with the same title. A failure with an `explanation` shows no
       * request id, because it needs no investigation.
       */
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
