'use client'

import { Alert } from '@mantine/core'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import EditForm from './edit-form'
import type { Order } from './record'
import ShipForm from './ship-form'
import { useRefusals } from './use-refusals'

/* The forms that open from the menu of a row in the list of orders. */

/** The form that ships the order, or the reason why the order cannot be shipped now. */
export function ShipRow({ record, onClose }: RecordFormProps<Order>) {
  const textOf = useRefusals()
  if (!record) return null
  const reason = record.actions.find(({ action }) => action === 'ship')?.reason
  if (!reason) return <ShipForm order={record} onClose={onClose} />
  return (
    <Alert color="yellow" variant="light" m="md">
      {textOf('ship', reason)}
    </Alert>
  )
}

export const EditRow = ({ record, onClose }: RecordFormProps<Order>) =>
  record && <EditForm order={record} onClose={onClose} />
