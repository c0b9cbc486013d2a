'use client'

import { Notifications } from '@mantine/notifications'
import { FailuresOfPage } from './toast'
import classes from './toasts.module.css'

/**
 * The messages of `useToast`: above and beside the bars with the buttons of forms, never over them. Loaded after the
 * page can be used; earlier messages wait.
 */
export default function Toasts() {
  return (
    <>
      <FailuresOfPage />
      <Notifications position="bottom-left" containerWidth={400} limit={4} className={classes.toasts} />
    </>
  )
}
