'use client'

import { Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Popup } from '@/components/ui/popup/popup'
import { usePopup } from '@/components/ui/popup/use-popup'
import classes from './start.module.css'
import type { Days } from './start-ranges'

const DaysPicker = dynamic(() => import('./start-days-picker'), {
  ssr: false,
  loading: () => <Skeleton height={300} />,
})

interface OwnDaysProps {
  days: Days
  isChosen: boolean
  /** Other parameters of the URL. */
  others: Record<string, string>
}

/** For days other than the named ranges. */
export function OwnDays({ days, isChosen, others }: OwnDaysProps) {
  const t = useTranslations('dashboard.range')
  const router = useRouter()
  const { target, popup, setOpen } = usePopup('dialog')
  return (
    <>
      <button type="button" className={classes.own} data-chosen={isChosen || undefined} {...target}>
        {t('own')}
      </button>
      <Popup popup={popup} label={t('own')} position="bottom-end">
        <DaysPicker
          days={isChosen ? days : undefined}
          onChange={(chosen) => {
            setOpen(false)
            router.push(`/admin?${new URLSearchParams({ ...chosen, ...others })}`, { scroll: false })
          }}
        />
      </Popup>
    </>
  )
}
