'use client'

import { Alert, Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { BackLink } from '@/components/admin/frame/back-link'
import { useFailureText } from '@/components/ui/failure-text'
import { useSession } from '@/components/ui/session'
import { printPath } from '@/lib/order/import/sheets'
import { recordPath } from '@/lib/server/admin/record-path'
import { send } from '@/lib/server/client'
import classes from './print.module.css'

/** Not printed. Records each printing, also from the browser's menu. */
export function Toolbar({ ids, hasPrices }: { ids: number[]; hasPrices: boolean }) {
  const t = useTranslations('sale.print')
  const router = useRouter()
  const withSession = useSession()
  const textOf = useFailureText()
  const can = useCan()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    const note = () => {
      setFailure(undefined)
      withSession(() => send('POST /cms/order/print', { body: { ids } })).catch((error: unknown) =>
        setFailure(textOf(error).text),
      )
    }
    // Shows that the sheets were printed.
    const refresh = () => router.refresh()
    window.addEventListener('beforeprint', note)
    window.addEventListener('afterprint', refresh)
    return () => {
      window.removeEventListener('beforeprint', note)
      window.removeEventListener('afterprint', refresh)
    }
  }, [ids, withSession, textOf, router])
  const orders = ids.map((id) => ({ id }))
  const [only] = ids
  const isOne = ids.length === 1 && only !== undefined
  return (
    <div className={classes.toolbar}>
      <BackLink href={isOne ? recordPath('order', only) : '/admin/order'}>
        {isOne ? t('back') : t('backToList')}
      </BackLink>
      <div className={classes.buttons}>
        <Button
          component={Link}
          href={`${printPath(orders)}${hasPrices ? '' : '&prices=true'}`}
          replace
          scroll={false}
          variant="default"
        >
          {hasPrices ? t('withoutPrices') : t('withPrices')}
        </Button>
        {can('order.print') && (
          <Button
            leftSection={<IconPrinter size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            {t('print', { count: ids.length })}
          </Button>
        )}
      </div>
      {failure && (
        <Alert color="red" title={t('notNoted')} role="alert" className={classes.failure}>
          {failure}
        </Alert>
      )}
    </div>
  )
}
