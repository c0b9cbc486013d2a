'use client'

import { Stack, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import MomentInput from '@/components/admin/resource-form/inputs/moment-input'
import { DetailsSection } from '@/components/admin/resource-form/record-details'
import { BannerStrip } from '@/components/shop/banner-strip'
import classes from './banner.module.css'
import { TimeLine } from './time-line'
import { hasWindow, stateAt, windowedItems } from './windows'

/** Now or at another moment. Shows time windows if any item has one. */
export function Preview({ items }: { items: unknown }) {
  const t = useTranslations('banner.preview')
  const [moment, setMoment] = useState<string | null>(null)
  const at = moment === null ? Date.now() : Date.parse(moment)
  const windows = windowedItems(items)
  const shown = windows.flatMap(({ image_url, ...item }) =>
    image_url !== undefined && stateAt({ image_url, ...item }, at) === 'shown' ? [{ ...item, image_url }] : [],
  )
  return (
    <DetailsSection title={t('title')}>
      <Stack gap="sm">
        <MomentInput
          path="preview.moment"
          label={t('asOf')}
          description={t('asOfHelp')}
          value={moment}
          onChange={(next) => setMoment(typeof next === 'string' ? next : null)}
          isClearable
          error={undefined}
          errors={{}}
          disabled={false}
          required={false}
          values={{}}
          change={() => undefined}
        />
        {windows.some(hasWindow) && <TimeLine items={windows} moment={at} />}
        <div className={classes.phone}>
          {shown.length === 0 ? (
            <Text size="sm" c="dimmed" ta="center" py="xl">
              {t('nothing')}
            </Text>
          ) : (
            <BannerStrip
              items={shown.map(({ place, title, image_url }) => ({
                id: place,
                title,
                image_url,
                target_type: 'none',
                target: null,
              }))}
            />
          )}
        </div>
        <Text size="xs" c="dimmed" role="status">
          {t('count', { count: shown.length })}
        </Text>
      </Stack>
    </DetailsSection>
  )
}
