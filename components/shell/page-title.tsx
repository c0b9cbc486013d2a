'use client'

import { Title } from '@mantine/core'
import { useTrail } from './office-context'

/** The page's name in the menu, or the one that a page outside of it has by itself. */
export function PageTitle({ given }: { given: string | undefined }) {
  const named = useTrail().at(-1)?.title
  const title = given ?? named
  return (
    title && (
      <Title order={1} size="h3">
        {title}
      </Title>
    )
  )
}
