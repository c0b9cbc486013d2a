'use client'

import { useTranslations } from 'next-intl'
import { Tag } from '@/components/admin/tag/tag'
import type { WaybillState } from '@/db/enums'

const styles = {
  creating: 'warning',
  ready: 'info',
  shipped: 'success',
  canceling: 'warning',
  canceled: 'default',
  failed: 'danger',
} as const satisfies Record<WaybillState, string>

export function StateTag({ state }: { state: WaybillState }) {
  const t = useTranslations('waybill')
  return <Tag style={styles[state]}>{t(`is.${state}`)}</Tag>
}
