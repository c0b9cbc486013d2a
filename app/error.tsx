'use client'

import { type PageError, PageFailure } from '@/components/page-failure'

/** What no group of pages has caught: its frame may be what failed, so there is none around this. */
export default function ErrorPage(props: PageError) {
  return (
    <main>
      <PageFailure {...props} />
    </main>
  )
}
