'use client'

import { Stack, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import MomentInput from '@/components/resource-form/inputs/moment-input'
import { DetailsSection } from '@/components/resource-form/record-details'
import { BannerStrip } from '@/components/shop/banner-strip'
import classes from './banner.module.css'

interface Shown {
  image_url: string
  title: string
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What a customer sees of the form's items at a moment, in milliseconds. */
function shownAt(items: unknown, now: number): Shown[] {
  const timeOf = (value: unknown, none: number) => (typeof value === 'string' ? Date.parse(value) : none)
  return (Array.isArray(items) ? items : []).flatMap((item: unknown) => {
    if (!isRecord(item) || item.enabled !== true || typeof item.image_url !== 'string') return []
    const { image_url, title, starts_at, ends_at } = item
    if (!/^(\/|https?:\/\/)/.test(image_url)) return []
    if (timeOf(starts_at, now) > now || timeOf(ends_at, Number.POSITIVE_INFINITY) <= now) return []
    return [{ image_url, title: typeof title === 'string' ? title : '' }]
  })
}

/** The items as the shop shows them on a phone, now or at another moment. */
export function Preview({ items }: { items: unknown }) {
  const t = useTranslations('banner.preview')
  const [moment, setMoment] = useState<string | null>(null)
  const shown = shownAt(items, moment === null ? Date.now() : Date.parse(moment))
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
          disabled={false}
          required={false}
          values={{}}
          change={() => undefined}
        />
        <div className={classes.phone}>
          {shown.length === 0 ? (
            <Text size="sm" c="dimmed" ta="center" py="xl">
              {t('nothing')}
            </Text>
          ) : (
            <BannerStrip
              items={shown.map((item, at) => ({ ...item, id: at + 1, target_type: 'none', target: null }))}
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
