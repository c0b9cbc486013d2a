'use client'

import { Notifications } from '@mantine/notifications'
import { FailuresOfPage } from './toast'
import classes from './toasts.module.css'

/**
 * Shows the messages of `useToast` at the bottom left, where they do not cover the buttons of forms. The code is loaded
 * after the page can be used. Messages that were added before are shown as soon as the code is loaded.
 */
export default function Toasts() {
  return (
    <>
      <FailuresOfPage />
      <Notifications position="bottom-left" containerWidth={400} limit={4} className={classes.toasts} />
    </>
  )
}
