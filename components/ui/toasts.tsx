'use client'

import { Notifications } from '@mantine/notifications'
import { FailuresOfPage } from './toast'
import classes from './toasts.module.css'

/**
 * Shows the messages of `useToast` at the bottom left, without covering the buttons of forms. Loaded after the page can
 * be used; earlier messages wait.
 */
export default function Toasts() {
  return (
    <>
      <FailuresOfPage />
      <Notifications position="bottom-left" containerWidth={400} limit={4} className={classes.toasts} />
    </>
  )
}
