'use client'

import { Button, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import type { z } from 'zod'
import type { Trace, Tracking } from '@/lib/order/parcel/schema'
import { shopLanguage } from './language'
import { Moment } from './moment'
import classes from './parcel-news.module.css'
import { useRead } from './use-read'

type News = z.output<typeof Trace>[number]

interface ParcelNewsProps {
  shipment_id: number
  tracking: NonNullable<z.output<typeof Tracking>>
  /** Of all parcels of the order. */
  read: () => Promise<News[]>
}

/** Shows the latest news, or all on demand. */
export function ParcelNews({ shipment_id, tracking, read }: ParcelNewsProps) {
  const t = useTranslations('tracking')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  // Again when there is news.
  const { value, isFailed } = useRead(isOpen ? read : undefined, `${isOpen} ${tracking.at}`)
  const news = value?.filter((one) => one.shipment_id === shipment_id)
  return (
    <div className={classes.news}>
      {/* The list begins with it. */}
      {!(isOpen && news) && <Line {...tracking} isLatest />}
      <Button
        size="compact-sm"
        variant="subtle"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'less' : 'more')}
      </Button>
      <ol id={id} className={classes.list} aria-label={t('news')} hidden={!isOpen || !news}>
        {news?.map((one) => (
          <li key={`${one.at} ${one.text}`}>
            <Line {...one} />
          </li>
        ))}
      </ol>
      <Text size="sm" c="red" role="status">
        {isOpen && isFailed && t('failed')}
      </Text>
    </div>
  )
}

function Line({ state, text, at, isLatest }: Pick<News, 'state' | 'text' | 'at'> & { isLatest?: boolean }) {
  const t = useTranslations('tracking.states')
  return (
    <>
      <Text size="sm" fw={isLatest ? 600 : undefined} c={state === 'failed' ? 'red' : undefined}>
        {state && !text.includes(t(state)) && t(state)} {text && <span lang={shopLanguage}>{text}</span>}
      </Text>
      <Text size="xs" c="dimmed">
        <Moment at={at} exact />
      </Text>
    </>
  )
}
