'use client'

import { Title } from '@mantine/core'
import { useTrail } from './admin-context'

/** The heading of a page. undefined: the title in the menu. null: none, because the content has its own heading. */
export function PageTitle({ title }: { title: string | null | undefined }) {
  const menuTitle = useTrail().at(-1)?.title
  const shownTitle = title === undefined ? menuTitle : title
  return (
    shownTitle && (
      <Title order={1} size="h3">
        {shownTitle}
      </Title>
    )
  )
}
