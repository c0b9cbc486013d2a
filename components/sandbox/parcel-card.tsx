'use client'

import { Badge, Group, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { ActionButton } from '@/components/ui/action-button'
import { trackingStates } from '@/db/enums'
import { type ParcelStep, parcelSteps } from '@/lib/platform/sandbox/parcel-steps'
import { useControl } from './control'
import classes from './sandbox.module.css'

interface ShownParcel {
  token: string
  delivery_id: string
  waybill_id: string
  /** The index of a state. */
  status: number
}

export function ParcelCard({ token, delivery_id, waybill_id, status }: ShownParcel) {
  const t = useTranslations('sandbox.parcels')
  const state = useTranslations('tracking.states')
  const { act } = useControl()
  const labels: Record<ParcelStep, string> = {
    collect: t('collect'),
    move: t('move'),
    take_out: t('take_out'),
    deliver: t('deliver'),
    fail: t('fail'),
  }
  return (
    <li className={classes.row}>
      <Group justify="space-between" gap="xs">
        <Text fw={650} className={classes.number}>
          {delivery_id} {waybill_id}
        </Text>
        <Badge variant="light">{state(trackingStates[status] ?? 'none')}</Badge>
      </Group>
      <Group gap="xs">
        {parcelSteps.map((step) => (
          <ActionButton
            key={step}
            size="compact-sm"
            variant="default"
            aria-label={`${labels[step]}: ${waybill_id}`}
            onAct={() => act({ action: 'move_parcel', token, step }, t('done'))}
          >
            {labels[step]}
          </ActionButton>
        ))}
      </Group>
    </li>
  )
}
