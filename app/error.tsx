'use client'

import { type PageError, PageFailure } from '@/components/site/page-failure'

/** The page for errors that no group of pages has caught. Shown without a frame, because the frame may have failed. */
export default function ErrorPage(props: PageError) {
  return (
    <main>
      <PageFailure {...props} />
    </main>
  )
}
