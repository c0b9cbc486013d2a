'use client'

import { Alert, Anchor } from '@mantine/core'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useMayOpen } from '@/components/admin/frame/admin-context'
import { recordPath } from '@/lib/server/admin/record-path'
import classes from './order.module.css'
import type { Order } from './record'

/** With links to the cases. */
export function OpenCases({
  lines,
}: {
  lines: readonly Pick<Order['items'][number], 'id' | 'name' | 'open_case_id'>[]
}) {
  const t = useTranslations('sale.ship')
  const mayOpen = useMayOpen()('/admin/after_sale')
  return (
    <Alert color="yellow" variant="light" title={t('heldBack')} className={classes.failed}>
      <ul className={classes.parcels}>
        {lines.map(({ id, name, open_case_id }) => (
          <li key={id}>
            {name}
            {mayOpen && open_case_id !== null && (
              <>
                {' '}
                <Anchor component={Link} href={recordPath('after_sale', open_case_id)} inherit>
                  {t('openCase')}
                </Anchor>
              </>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
