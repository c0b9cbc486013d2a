import { Alert, Anchor } from '@mantine/core'
import Link from 'next/link'
import { recordPath } from '@/lib/server/admin/record-path'
import classes from './order.module.css'

interface RefusedOrdersProps {
  title: string
  orders: readonly { id: number; order_no: string; why: string }[]
}

/** The selected orders that an action leaves out, each with the reason. */
export function RefusedOrders({ title, orders }: RefusedOrdersProps) {
  return (
    <Alert color="yellow" variant="light" title={title}>
      <ul className={classes.parcels}>
        {orders.map(({ id, order_no, why }) => (
          <li key={id}>
            <Anchor component={Link} href={recordPath('order', id)} inherit>
              {order_no}
            </Anchor>{' '}
            {why}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
