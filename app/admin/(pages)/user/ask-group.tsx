'use client'

import { Stack, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { AskProps, Option } from '@/components/admin/resource-table/declaration'
import RecordPicker from '@/components/admin/resource-table/record-picker'
import { recordOptions } from '@/lib/server/admin/record-sources'

/** To join or leave. */
export function AskGroup({ onEnter }: AskProps) {
  const t = useTranslations('user')
  const [chosen, setChosen] = useState<Option | null>(null)
  return (
    <Stack gap="xs">
      <RecordPicker
        label={t('groups')}
        known={[]}
        search={recordOptions.group.search}
        chosen={chosen?.value}
        onChoose={(option) => {
          setChosen(option)
          onEnter(option?.value)
        }}
      />
      {chosen && <Text size="sm">{t('chosenGroup', { name: chosen.label })}</Text>}
    </Stack>
  )
}
