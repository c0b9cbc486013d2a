'use client'

import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { actionOf } from './action-of'
import EditForm from './edit-form'
import type { Order } from './record'
import ShipForm from './ship-form'
import { useRefusals } from './use-refusals'

/* From the menu of a row in the list of orders. */

export const ShipRow = ({ record, onClose }: RecordFormProps<Order>) =>
  record && (
    <Possible order={record} command="ship">
      <ShipForm order={record} onClose={onClose} />
    </Possible>
  )

export const EditRow = ({ record, onClose }: RecordFormProps<Order>) =>
  record && (
    <Possible order={record} command="edit">
      <EditForm order={record} onClose={onClose} />
    </Possible>
  )

/** Renders the reason if the command is not possible now. */
function Possible({ order, command, children }: { order: Order; command: 'ship' | 'edit'; children: ReactNode }) {
  const textOf = useRefusals()
  const found = actionOf(order, command)
  if (!found?.reason) return children
  return (
    <Alert color="yellow" variant="light" m="md">
      {textOf(found.action, found.reason)}
    </Alert>
  )
}
