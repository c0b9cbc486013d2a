'use client'

import { Alert, Text } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { RecordLink } from '@/components/admin/resource-form/record-link'
import { shopLanguage } from '@/components/ui/language'
import { useToast } from '@/components/ui/toast'
import { useExcessText } from './excess'
import classes from './overlaps.module.css'
import type { Promotion } from './result'

/** Tells after saving which promotions the saved one does not add up with, and whether it makes goods free. */
export function useTellSaved() {
  const t = useTranslations('promotion.overlap')
  const toast = useToast()
  const excessText = useExcessText()
  return <Saved extends Pick<Promotion, 'overlaps' | 'excess'>>(saved: Saved): Saved => {
    const names = saved.overlaps.map(({ name }) => name).join(t('separator'))
    if (names) toast.note(t('saved', { names }))
    if (saved.excess) toast.note(excessText(saved.excess))
    return saved
  }
}

export function Overlaps({ promotion: { overlaps } }: { promotion: Promotion }) {
  const t = useTranslations('promotion.overlap')
  const goodsOf = (names: string[]) => {
    const shown = names.slice(0, 3).join(t('separator'))
    return names.length > 3 ? t('among', { names: shown }) : shown
  }
  if (overlaps.length === 0) return null
  return (
    <Alert color="yellow" variant="light" icon={<IconStack2 size={18} stroke={1.6} aria-hidden="true" />}>
      {overlaps.map(({ id, name, product_names }) => (
        <Text key={id} size="sm">
          {t.rich('one', {
            goods: goodsOf(product_names),
            other: () => (
              <RecordLink resource="promotion" id={id} className={classes.other}>
                <span lang={shopLanguage}>{name}</span>
              </RecordLink>
            ),
          })}
        </Text>
      ))}
    </Alert>
  )
}
