'use client'

import { Title } from '@mantine/core'
import { useTrail } from './office-context'

/** The page's name in the menu. */
export function PageTitle() {
  const title = useTrail().at(-1)?.title
  return (
    title && (
      <Title order={1} size="h3">
        {title}
      </Title>
    )
  )
}
