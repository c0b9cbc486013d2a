'use client'

import { Title } from '@mantine/core'
import { useTrail } from './admin-context'

/** undefined: the title in the menu. null: no heading, because the content has one. */
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
