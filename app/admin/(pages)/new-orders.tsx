'use client'

import { Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useRefresh } from '@/components/ui/refresh'
import { usePoll } from '@/components/ui/use-poll'
import { send } from '@/lib/server/client'
import classes from './new-orders.module.css'

/** Milliseconds before the first and before each further request. */
const waits = [30_000, 60_000]

/** The server counts no further. */
const most = 100

const list = '/admin/order'

interface NewOrdersProps {
  /** The id of the newest order when the page was read. */
  since: number
}

/** Takes no space in the layout, so that the page does not move when the button appears. */
export function NewOrders({ since }: NewOrdersProps) {
  const t = useTranslations('new_orders')
  const [found, setFound] = useState({ since, count: 0 })
  const router = useRouter()
  const refresh = useRefresh()
  const path = usePathname()
  const query = useSearchParams()
  usePoll(async () => {
    try {
      const { count } = await send('GET /cms/order/new', { query: { after: since } })
      setFound({ since, count })
    } catch {
      // The next poll asks again.
    }
  }, waits)
  const count = found.since === since ? found.count : 0
  const show = () => {
    if (path === list && query.size === 0) {
      refresh()
      window.scrollTo({ top: 0 })
    } else router.push(list)
  }
  return (
    <div className={classes.place} role="status">
      {count > 0 && (
        <Button
          size="xs"
          radius="xl"
          className={classes.hint}
          leftSection={<IconArrowUp size={14} stroke={2} aria-hidden="true" />}
          onClick={show}
        >
          {count < most ? t('arrived', { count }) : t('many', { count: most - 1 })}
        </Button>
      )}
    </div>
  )
}
