import { Alert } from '@mantine/core'
import { RecordAnchor } from '@/components/admin/record-anchor'
import classes from './order.module.css'

interface RefusedOrdersProps {
  title: string
  orders: readonly { id: number; order_no: string; why: string }[]
}

export function RefusedOrders({ title, orders }: RefusedOrdersProps) {
  return (
    <Alert color="yellow" variant="light" title={title}>
      <ul className={classes.parcels}>
        {orders.map(({ id, order_no, why }) => (
          <li key={id}>
            <RecordAnchor resource="order" id={id}>
              {order_no}
            </RecordAnchor>{' '}
            {why}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
