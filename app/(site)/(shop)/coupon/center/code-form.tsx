'use client'

import { Anchor, Button, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useCustomer } from '@/components/shop/customer/provider'
import classes from '@/components/shop/order/order.module.css'
import { Dismissed } from '@/components/ui/dismissed'
import { newIntention } from '@/components/ui/intention'
import { Link } from '@/components/ui/link'
import { useAction } from '@/components/ui/use-action'
import { SendError, send } from '@/lib/server/client'
import { useTakeRefusal } from './use-take-refusal'

export function CodeForm() {
  const t = useTranslations('purchase.coupon.center')
  const { asCustomer } = useCustomer()
  const act = useAction()
  const takeRefusal = useTakeRefusal()
  const [intention] = useState(newIntention)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<ReactNode>()
  const [isBusy, setBusy] = useState(false)

  const faultOf = (error: SendError) => {
    if (error.code === 'not_found')
      return t.rich('refusal.unknown', {
        coupons: (text) => (
          <Anchor component={Link} href="/coupon" inherit underline="always">
            {text}
          </Anchor>
        ),
      })
    if (error.code === 'invalid_request') return t('refusal.form')
    if (error.code === 'too_many_requests')
      return t('refusal.tooMany', { count: Math.ceil((error.retry_after ?? 60) / 60) })
    return takeRefusal(error)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFault(undefined)
    const body = { code }
    const request = async () => {
      try {
        await asCustomer((token) => send('POST /v1/coupon', { body, token, idempotency_key: intention.keyFor(body) }))
      } catch (error) {
        const found = error instanceof SendError ? faultOf(error) : undefined
        if (found === undefined) throw error
        setFault(found)
        throw new Dismissed()
      }
      intention.done()
      setCode('')
    }
    await act(request, { success: t('done'), failure: t('failed'), keepsInput: true, isLocal: true })
    setBusy(false)
  }
  return (
    <form className={classes.card} onSubmit={submit}>
      <TextInput
        label={t('code')}
        placeholder={t('codePlaceholder')}
        autoComplete="off"
        maxLength={40}
        value={code}
        error={fault}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={code.trim() === ''} loading={isBusy}>
        {t('redeem')}
      </Button>
    </form>
  )
}
