'use client'

import { Title } from '@mantine/core'
import { useTrail } from './admin-context'

/** The heading of a page: `title`, or else its name in the menu. */
export function PageTitle({ title }: { title: string | undefined }) {
  const menuTitle = useTrail().at(-1)?.title
  const shownTitle = title ?? menuTitle
  return (
    shownTitle && (
      <Title order={1} size="h3">
        {shownTitle}
      </Title>
    )
  )
}
