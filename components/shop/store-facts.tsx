'use client'

import { Anchor, Text } from '@mantine/core'
import { placeOf } from '@/components/shop/place'
import { shopLanguage } from '@/components/ui/language'
import type { Answer } from '@/lib/server/client'

interface StoreFactsProps {
  store: Answer<'GET /v1/store'>[number]
  hasName?: boolean
}

export function StoreFacts({ store, hasName = true }: StoreFactsProps) {
  return (
    <div lang={shopLanguage}>
      {hasName && (
        <Text fw={600} size="sm">
          {store.name}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {placeOf(store)}
      </Text>
      {store.hours && (
        <Text size="sm" c="dimmed">
          {store.hours}
        </Text>
      )}
      <Anchor size="sm" href={`tel:${store.phone.replaceAll(/[^0-9+]/g, '')}`}>
        {store.phone}
      </Anchor>
    </div>
  )
}
