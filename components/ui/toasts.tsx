'use client'

import { Notifications } from '@mantine/notifications'
import { FailuresOfPage } from './toast'
import classes from './toasts.module.css'

/** At the bottom left, where they do not cover the buttons of forms. Loaded after the page can be used. */
export default function Toasts() {
  return (
    <>
      <FailuresOfPage />
      <Notifications position="bottom-left" containerWidth={400} limit={4} className={classes.toasts} />
    </>
  )
}
