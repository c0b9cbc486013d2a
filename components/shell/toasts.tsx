'use client'

import { Notifications } from '@mantine/notifications'

/** Where the messages of `useToast` are shown. Loaded after the page can be used: those before wait. */
export default function Toasts() {
  return <Notifications position="bottom-right" containerWidth={400} limit={4} />
}
